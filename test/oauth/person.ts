import type { TestApp } from "../start-app.ts";
import type { Account } from "./flow.ts";

let people = 0;

/** Somebody with an account and a password. */
export async function person({ app }: TestApp): Promise<Account> {
  people += 1;
  const account = { email: `person-${people}@acme.example`, password: "correct horse battery" };
  await app.operator.createUser(account);
  return account;
}
