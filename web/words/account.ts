/** The page of one's own account. */
export const account = {
  title: "Account",
  you: (email: string): string => `You are signed in as ${email}.`,
  signIn: {
    title: "Sign-in",
    says: "Your password, passkeys, the second step, and the browsers in which you are signed in.",
    open: "Password, passkeys and sessions",
  },
  organizations: {
    title: "Organizations",
    says: "The app shows the projects of one organization at a time.",
    name: "Name",
    role: "Role",
    members: "Members",
    since: "Since",
    acts: "Work in it",
    here: "you work in it",
    choose: "Work in it",
    chooseOf: (name: string): string => `Work in ${name}`,
  },
};
