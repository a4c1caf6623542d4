/** What is opened rarely, by name: a module of its own, so that the first screen does not carry where each of them is. */
export const rarely = {
  ImportPage: () => import("./pages/import/page.tsx").then((page) => page.ImportPage),
  WelcomePage: () => import("./pages/welcome/page.tsx").then((page) => page.WelcomePage),
  OrganizationPage: () => import("./pages/organization/page.tsx").then((page) => page.OrganizationPage),
  AccountPage: () => import("./pages/account/page.tsx").then((page) => page.AccountPage),
  DocsPage: () => import("./pages/docs/page.tsx").then((page) => page.DocsPage),
  GuidePage: () => import("./pages/docs/guide-page.tsx").then((page) => page.GuidePage),
  ReferencePage: () => import("./pages/docs/reference-page.tsx").then((page) => page.ReferencePage),
  TestPage: () => import("./pages/test/page.tsx").then((page) => page.TestPage),
  SignInAgain: () => import("./parts/sign-in-again.tsx").then((page) => page.SignInAgain),
  LeftOrganization: () => import("./parts/left-organization.tsx").then((page) => page.LeftOrganization),
};
