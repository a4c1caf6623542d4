/** Where the script is served. */
export const passkeyScriptPath = "/sign-in/passkey.js";

/**
 * Signs in with a passkey, or adds one. The buttons stay hidden if the browser has no passkeys; the device's answer goes
 * to the accounts unchanged.
 */
export const passkeyScript = `
"use strict";
const can = "PublicKeyCredential" in window && "parseRequestOptionsFromJSON" in PublicKeyCredential;
const say = (text) => { document.querySelector("[data-passkey-problem]").textContent = text; };
const ask = async (path, body) => {
  const response = await fetch("/api/auth/passkey/" + path, body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw Object.assign(new Error("refused"), { code: answer.code, status: response.status });
  return answer;
};
const ways = {
  async use() {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await ask("generate-authenticate-options"));
    const credential = await navigator.credentials.get({ publicKey });
    await ask("verify-authentication", { response: credential.toJSON() });
  },
  async add() {
    const name = document.querySelector("[data-passkey-name]").value.trim() || "Passkey";
    if (name.length > 60) throw Object.assign(new Error("name"), { code: "NAME_TOO_LONG" });
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await ask("generate-register-options"));
    const credential = await navigator.credentials.create({ publicKey });
    await ask("verify-registration", { response: credential.toJSON(), name });
  },
};
const problems = {
  ACCOUNT_DISABLED: "This account is disabled. Ask whoever runs this server.",
  NAME_TOO_LONG: "A passkey's name has at most 60 characters.",
  SESSION_NOT_FRESH: "Sign in again first: adding a passkey needs a recent sign-in.",
  PASSKEY_NOT_FOUND: "This server does not know that passkey.",
};
for (const button of document.querySelectorAll("[data-passkey]")) {
  button.closest("[hidden]")?.toggleAttribute("hidden", !can);
  button.addEventListener("click", async () => {
    say("");
    button.disabled = true;
    try {
      await ways[button.dataset.passkey]();
      location.assign(button.dataset.next);
    } catch (error) {
      say(error.name === "NotAllowedError" ? "The passkey was not used. Try again." :
        error.status === 429 ? "Too many attempts. Wait a minute and try again." :
        problems[error.code] ?? "That did not work. Try again.");
    } finally {
      button.disabled = false;
    }
  });
}
`;
