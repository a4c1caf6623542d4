import assert from "node:assert/strict";
import type { Static } from "typebox";
import { recordEvent } from "../../src/server/events/record-event.ts";
import type { DeliveryView } from "../../src/server/telling/deliveries/delivery-view.ts";
import type { CreatedWebhookView } from "../../src/server/telling/destinations/webhook-view.ts";
import type { Member, TestApp } from "../start-app.ts";

export type Created = Static<typeof CreatedWebhookView>;
export type Logged = Static<typeof DeliveryView>;

/** A call with the member's session. */
export const asSession = async <D = Created>(member: Member, method: string, path: string, body?: unknown) =>
  member.call<D>(method, path, body, { token: await member.session() });

export async function addDestination(member: Member, body: object): Promise<Created> {
  const { status, data, text } = await asSession(member, "POST", "/v1/webhooks", body);
  assert.equal(status, 201, text);
  return data;
}

export const logOf = async (member: Member, { id }: { id: string }): Promise<Logged[]> =>
  (await member.call<Logged[]>("GET", `/v1/webhooks/${id}/deliveries`)).data;

export const readDestination = async (member: Member, { id }: { id: string }): Promise<Created> =>
  (await member.call<Created>("GET", `/v1/webhooks/${id}`)).data;

/** Something that happens in a project: a run that could not begin. `about`: the object, by default the project. */
export const happen = (
  { db, app }: TestApp,
  { userId: organizationId }: Member,
  projectId: string,
  { about = projectId, message = "It was not started." } = {},
): Promise<void> =>
  recordEvent(
    db,
    { organizationId, projectId, objectId: about, type: "schedule.missed", facts: { message } },
    app.services.now(),
  );
