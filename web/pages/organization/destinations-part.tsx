import { useState } from "preact/hooks";
import { answerTo, api } from "../../api/client.ts";
import { type Destination, deliveryLog, destinationList } from "../../api/destination-questions.ts";
import { projectList } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { inTime } from "../../figures/time.ts";
import { Sure } from "../../forms/sure-dialog.tsx";
import { Part } from "../../parts/part.tsx";
import { DataTable } from "../../tables/data-table.tsx";
import { destinations as words } from "../../words/organization.ts";
import { ChannelDigest } from "./channel-digest.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { AddDestination, ChangeDestination, NewSecret } from "./destination-forms.tsx";

/** Where the organization is told what happened. */
export function DestinationsPart() {
  const question = destinationList();
  const state = useKnown(question);
  const { value: projects = [] } = useKnown(projectList());
  const projectOf = (id: string | null) => projects.find((project) => project.id === id)?.name ?? null;
  const [message, setMessage] = useState<string | null>(null);
  return (
    <Part title={words.title} says={words.says} does={<AddDestination />} of={{ question, state }}>
      {(all) => (
        <>
          <p role="status" class="soft">
            {message}
          </p>
          {all.length === 0 ? (
            <p class="soft">{words.none}</p>
          ) : (
            <DataTable
              name="destinations"
              label={words.title}
              rows={all}
              keyOf={({ id }) => id}
              columns={[
                { key: "name", head: words.name, text: nameOf },
                { key: "kind", head: words.kind, text: ({ kind }) => words.kinds[kind], wide: true },
                {
                  key: "events",
                  head: words.events,
                  wide: true,
                  text: ({ types, project_id }) => {
                    const project = projectOf(project_id);
                    const which =
                      types === null
                        ? words.all
                        : words.some(types.length, Object.keys(words.types).length - 2);
                    return project === null ? which : `${which} ${words.of(project)}`;
                  },
                },
                { key: "state", head: words.state, text: stateOf },
              ]}
              acts={{
                head: words.acts,
                cell: (destination) => (
                  <>
                    <TestButton destination={destination} say={setMessage} />
                    <DeliveryLog destination={destination} name={nameOf(destination)} />
                    <ChangeDestination destination={destination} name={nameOf(destination)} />
                    {isChannel(destination) && (
                      <ChannelDigest webhookId={destination.id} name={nameOf(destination)} />
                    )}
                    {destination.kind === "webhook" && (
                      <NewSecret destination={destination} name={nameOf(destination)} />
                    )}
                    <Sure
                      open={words.remove}
                      label={words.removeOf(nameOf(destination))}
                      title={words.removeTitle(nameOf(destination))}
                      says={words.removeSays}
                      act={words.remove}
                      work={async () => {
                        const params = { path: { webhookId: destination.id } };
                        await answerTo(() => api.DELETE("/webhooks/{webhookId}", { params }));
                        await refresh(question);
                      }}
                    />
                  </>
                ),
              }}
            />
          )}
        </>
      )}
    </Part>
  );
}

const isChannel = ({ kind }: Destination): boolean => kind !== "webhook" && kind !== "email";

const nameOf = ({ name, address, kind }: Destination): string => name ?? address ?? words.kinds[kind];

function stateOf({ off_because, failing_since }: Destination): string {
  if (off_because !== null) return words.offBecause[off_because];
  return failing_since === null ? words.on : words.failing(inTime(failing_since, "moment"));
}

function TestButton({ destination, say }: { destination: Destination; say(text: string): void }) {
  const [busy, setBusy] = useState(false);
  const name = nameOf(destination);
  const test = async () => {
    setBusy(true);
    const params = { path: { webhookId: destination.id } };
    const tested = await answerTo(() => api.POST("/webhooks/{webhookId}/test", { params })).catch(
      (error: Error) => error,
    );
    if (tested instanceof Error) say(words.lost(name, tested.message.replace(/\.$/, "")));
    else
      say(
        tested.fault === null
          ? words.arrived(name)
          : words.lost(name, words.why(tested.fault, tested.status)),
      );
    await refresh(deliveryLog(destination.id)).catch(() => undefined);
    setBusy(false);
  };
  return (
    <button
      type="button"
      class="link"
      disabled={busy}
      aria-label={busy ? undefined : words.testOf(name)}
      onClick={() => void test()}
    >
      {busy ? words.testing : words.test}
    </button>
  );
}
