import { useState } from "preact/hooks";
import { answerTo, api } from "../../api/client.ts";
import {
  type Delivery,
  type Destination,
  deliveriesMost,
  deliveryLog,
  deliveryPage,
} from "../../api/destination-questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { inTime } from "../../figures/time.ts";
import { Modal } from "../../forms/modal.tsx";
import { useSaving } from "../../forms/saving.ts";
import { Await } from "../../parts/states.tsx";
import { form } from "../../words/form.ts";
import { destinations as words } from "../../words/organization.ts";

/** What was sent to a destination and what it answered. */
export const DeliveryLog = ({ destination, name }: { destination: Destination; name: string }) => (
  <Modal open={words.log} label={words.logOf(name)} link title={words.logOf(name)}>
    {(close) => (
      <>
        <Deliveries id={destination.id} />
        <p class="does">
          <button type="button" onClick={close}>
            {form.close}
          </button>
        </p>
      </>
    )}
  </Modal>
);

function Deliveries({ id }: { id: string }) {
  const [requestedPages, setRequestedPages] = useState(1);
  const [busy, setBusy] = useState(false);
  const { value: log, problem } = useKnown(deliveryLog(id));
  const count = log?.length ?? 0;
  // Another look at the log may have asked for more of it.
  const pages = Math.max(requestedPages, Math.ceil(count / deliveryPage));
  const question = deliveryLog(id, pages);
  const more = async () => {
    setBusy(true);
    await refresh(deliveryLog(id, pages + 1));
    setRequestedPages(pages + 1);
    setBusy(false);
  };
  return (
    <>
      <p class="sub">{words.logSays}</p>
      <Await question={question} value={log} problem={problem} bones={[160]} />
      {log?.length === 0 && <p class="soft">{words.logNone}</p>}
      <ol class="deliveries">
        {log?.map((delivery) => (
          <Row key={delivery.id} webhookId={id} delivery={delivery} renew={() => refresh(question)} />
        ))}
      </ol>
      {count > 0 && count === pages * deliveryPage && count < deliveriesMost && (
        <p class="does">
          <button type="button" disabled={busy} onClick={() => void more()}>
            {words.more}
          </button>
        </p>
      )}
    </>
  );
}

interface RowProps {
  webhookId: string;
  delivery: Delivery;
  renew(): Promise<void>;
}

function Row({ webhookId, delivery, renew }: RowProps) {
  const saving = useSaving();
  const { id, type, created_at, state, fault, status, attempts, next_attempt_at, response } = delivery;
  const facts = [
    ...(fault === null ? [] : [words.why(fault, status)]),
    ...(attempts > 1 ? [words.attempts(attempts)] : []),
    ...(next_attempt_at === null ? [] : [words.again(inTime(next_attempt_at, "moment"))]),
  ];
  const again = () =>
    saving.run(async () => {
      const params = { path: { webhookId, deliveryId: id } };
      await answerTo(() => api.POST("/webhooks/{webhookId}/deliveries/{deliveryId}/retry", { params }));
      await renew();
    });
  return (
    <li>
      <p>
        <b>{words.types[type]}</b> <span class="soft">{inTime(created_at, "moment")}</span>
      </p>
      <p class={state === "failed" ? "bad" : "soft"}>{[words.states[state], ...facts].join(" · ")}</p>
      {response && fault !== null && (
        <details>
          <summary>{words.answered}</summary>
          <pre>{response}</pre>
        </details>
      )}
      {type !== "webhook.test" && state !== "pending" && (
        <button
          type="button"
          class="link"
          disabled={saving.busy}
          aria-label={words.retryOf(words.types[type])}
          onClick={() => void again()}
        >
          {words.retry}
        </button>
      )}
    </li>
  );
}
