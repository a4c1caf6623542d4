import assert from "node:assert/strict";
import type { Answer } from "../doors.ts";
import type { Member } from "../start-app.ts";

/** An invitation, and the token at the end of its link. */
export interface Invited {
  id: string;
  url: string;
  token: string;
}

/** Invites somebody into the organization that this member owns. */
export async function invite(
  owner: Member,
  { email }: Pick<Member, "email">,
  role: string,
  workspaceIds: readonly string[] | null = null,
): Promise<Invited> {
  const body = { email, role, workspaceIds };
  const { status, data, text } = await owner.call<{ id: string; url: string }>(
    ...(["POST", "/v1/organization/invitations", body] as const),
    { token: await owner.session(), headers: { "overheard-organization": owner.userId } },
  );
  assert.equal(status, 201, text);
  return { ...data, token: data.url.split("/").at(-1)! };
}

/** Somebody in the organization of another. */
export interface Joined {
  memberId: string;
  /** With their session, in that organization. */
  as<D = unknown>(method: string, path: string, body?: unknown): Promise<Answer<D>>;
}

/** Makes somebody a member of the organization that another owns. */
export async function join(
  owner: Member,
  somebody: Member,
  role: string,
  workspaceIds: readonly string[] | null = null,
): Promise<Joined> {
  const { token } = await invite(owner, somebody, role, workspaceIds);
  const session = await somebody.session();
  const { status, data, text } = await somebody.call<{ member: { id: string } }>(
    ...(["POST", "/v1/organization/invitations/accept", { token }] as const),
    { token: session },
  );
  assert.equal(status, 200, text);
  const headers = { "overheard-organization": owner.userId };
  return {
    memberId: data.member.id,
    as: (method, path, body) => somebody.call(method, path, body, { token: session, headers }),
  };
}
