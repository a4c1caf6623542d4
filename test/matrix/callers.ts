import { scopes } from "../../src/server/kernel/scope.ts";
import { join } from "../organizations/joining.ts";
import type { Member, TestApp } from "../start-app.ts";

/** One who calls, and what they send with each request. */
export interface Caller {
  who: string;
  token: string | null;
  headers?: Record<string, string>;
  /** Whether they are in the organization that the foreign things belong to, and see a part of it. */
  inside?: true;
}

/** Everybody to whom what `boss` has outside the workspace `shown` is none of their business. */
export async function callersAgainst(app: TestApp, boss: Member, shown: string): Promise<Caller[]> {
  const there = { "overheard-organization": boss.userId };
  const callers: Caller[] = [
    { who: "nobody", token: null },
    { who: "a token that is none", token: "nonsense" },
    { who: "a key that was never made", token: `oh_${"a".repeat(36)}` },
    { who: "a JWT of nobody's", token: "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0." },
  ];

  const stranger = await app.member();
  const session = await stranger.session();
  callers.push(
    { who: "a stranger's key", token: stranger.key },
    { who: "a stranger's session", token: session },
    { who: "a stranger's session that names the organization", token: session, headers: there },
    {
      who: "a session in a cookie, without the header",
      token: null,
      headers: { cookie: `session=${session}` },
    },
    { who: "a stranger's connector", token: await stranger.connector() },
    {
      who: "a connector for another resource",
      token: await stranger.connector({ resource: "https://other.example/mcp" }),
    },
    {
      who: "an expired connector",
      token: await stranger.connector({ expiresAt: new Date(Date.now() - 1_000) }),
    },
  );
  for (const scope of scopes)
    callers.push({
      who: `a connector for ${scope} alone`,
      token: await stranger.connector({ scopes: [scope] }),
    });

  const firm = await app.member();
  for (const role of ["viewer", "editor", "admin"]) {
    const member = await app.member();
    await join(firm, member, role);
    const headers = { "overheard-organization": firm.userId };
    callers.push({ who: `${role} of another organization`, token: await member.session(), headers });
  }

  for (const role of ["viewer", "editor"]) {
    const limited = await app.member();
    const { as } = await join(boss, limited, role, [shown]);
    const who = `a limited ${role}`;
    callers.push({ who, token: await limited.session(), headers: there, inside: true });
    if (role === "viewer") continue;
    const { data } = await as<{ key: string }>("POST", "/v1/keys", {});
    callers.push({ who: `${who}'s key`, token: data.key, inside: true });
  }

  const former = await app.member();
  const once = await join(boss, former, "editor");
  const { data: kept } = await once.as<{ key: string }>("POST", "/v1/keys", {});
  await boss.call("DELETE", `/v1/organization/members/${once.memberId}`, undefined, {
    token: await boss.session(),
  });
  callers.push(
    { who: "a former member", token: await former.session(), headers: there },
    { who: "a former member's key", token: kept.key },
  );

  const [expired, disabled, deleted] = [await app.member(), await app.member(), await app.member()];
  const past = new Date(Date.now() - 1_000);
  await app.db
    .updateTable("api_keys")
    .set({ expires_at: past })
    .where("user_id", "=", expired.userId)
    .execute();
  const gone = await deleted.session();
  await app.app.operator.disableUser({ email: disabled.email });
  await app.app.operator.deleteUser({ email: deleted.email, confirmed: true });
  callers.push(
    { who: "an expired key", token: expired.key },
    { who: "a disabled account", token: disabled.key },
    { who: "a deleted account's key", token: deleted.key },
    { who: "a deleted account's session", token: gone },
  );
  return callers;
}
