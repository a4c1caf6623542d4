import { type MutableResponse, OAuth2Server } from "oauth2-mock-server";
import type { Ending } from "../stores.ts";

/** An identity provider at which somebody is always signed in: says what it is told to say, and can go wrong. */
export interface MockProvider {
  issuer: string;
  /** What it says of whoever signs in. */
  claims: Record<string, unknown>;
  /** What it says of whoever signs in with a certain code instead. */
  byCode: Map<string, Record<string, unknown>>;
  /** What it says of them at its userinfo endpoint instead. */
  userinfo: Record<string, unknown> | null;
  /** What it answers on its token endpoint instead, such as a refusal. */
  tokenAnswer: { statusCode: number; body: object } | null;
  /** The status of its userinfo endpoint. */
  userinfoStatus: number;
  /** A scope with which it sends browsers back. */
  refusesScope: string | null;
  /** What its discovery says besides. */
  offers: Record<string, unknown>;
  /** The issuer it says it is. */
  saysIssuer: string | null;
  /** Goes where a browser is sent; returns where that is sent back to. */
  visit(location: string): Promise<string>;
  /** Signs with another key from now on, under another name; `hidden`: without publishing it. */
  changeKeys(hidden?: boolean): Promise<void>;
  stop(): Promise<void>;
}

export async function mockProvider(t: Ending): Promise<MockProvider> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate("RS256");
  await server.start(0, "127.0.0.1");
  const stop = async () => void (server.listening && (await server.stop()));
  t.after(stop);
  const mock: MockProvider = {
    issuer: server.issuer.url!,
    claims: { sub: "ann", email: "ann@acme.example", email_verified: true, name: "Ann" },
    byCode: new Map(),
    userinfo: null,
    tokenAnswer: null,
    userinfoStatus: 200,
    refusesScope: null,
    offers: {},
    saysIssuer: null,
    async visit(location) {
      const response = await fetch(location, { redirect: "manual" });
      return response.headers.get("location") ?? "";
    },
    async changeKeys(hidden = false) {
      const { keys } = server.issuer;
      const { kid } = await keys.generate("RS256");
      const [get, all] = [keys.get.bind(keys), keys.toJSON.bind(keys)];
      keys.get = () => get(kid);
      keys.toJSON = (withPrivate) => all(withPrivate).filter((key) => (key.kid === kid) !== hidden);
    },
    stop,
  };
  const { service } = server;
  service.on(
    "beforeTokenSigning",
    (token: { payload: Record<string, unknown> }, request: { body?: { code?: string } }) => {
      Object.assign(token.payload, mock.byCode.get(request.body?.code ?? "") ?? mock.claims);
      if (mock.saysIssuer !== null) token.payload.iss = mock.saysIssuer;
    },
  );
  service.on(
    "beforeUserinfo",
    (response: MutableResponse, request: { headers: { authorization?: string } }) => {
      // The access token is signed with what was said with it.
      const said = request.headers.authorization?.split(".")[1] ?? "";
      const { sub, email, email_verified } = JSON.parse(Buffer.from(said, "base64url").toString());
      const inToken = mock.byCode.size > 0 ? { sub, email, email_verified } : null;
      response.body = { ...(mock.userinfo ?? inToken ?? mock.claims) };
      response.statusCode = mock.userinfoStatus;
    },
  );
  service.on("beforeAuthorizeRedirect", ({ url }: { url: URL }, request: { query?: { scope?: string } }) => {
    const { refusesScope } = mock;
    if (refusesScope === null || !request.query?.scope?.split(" ").includes(refusesScope)) return;
    url.searchParams.delete("code");
    url.searchParams.set("error", "invalid_scope");
  });
  service.on("beforeResponse", (response: MutableResponse) => {
    if (mock.tokenAnswer) Object.assign(response, mock.tokenAnswer);
  });
  service.on("beforeWellKnownOpenIdConfiguration", (response: MutableResponse) => {
    const issuer = mock.saysIssuer === null ? {} : { issuer: mock.saysIssuer };
    Object.assign(response.body as object, mock.offers, issuer);
  });
  return mock;
}
