import { useState } from "preact/hooks";
import { answerTo, api } from "../../api/client.ts";
import { type Bucket, bucketExports, bucketNow } from "../../api/destination-questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { inTime } from "../../figures/time.ts";
import { Sure } from "../../forms/sure-dialog.tsx";
import { Part } from "../../parts/part.tsx";
import { bucket as words } from "../../words/organization.ts";
import { SaveBucket } from "./bucket-form.tsx";

/** Where the organization's rows and figures go every night. */
export function BucketPart() {
  const question = bucketNow();
  const state = useKnown(question);
  const { value: bucket } = state;
  return (
    <Part
      title={words.title}
      says={words.says}
      does={state.value !== undefined && <SaveBucket bucket={bucket ?? null} />}
      of={{ question, state }}
    >
      {(bucket) => (bucket === null ? <p class="soft">{words.none}</p> : <Saved bucket={bucket} />)}
    </Part>
  );
}

function Saved({ bucket }: { bucket: Bucket }) {
  const { value: exports } = useKnown(bucketExports());
  const [message, setMessage] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { endpoint, bucket: name, prefix, off_because, failing_since, next_export_at } = bucket;
  const last = exports?.[0];
  const tried = (work: () => Promise<string>) => async () => {
    setBusy(true);
    setMessage(await work().catch((error: Error) => error.message));
    await Promise.all([refresh(bucketNow()), refresh(bucketExports())]).catch(() => undefined);
    setBusy(false);
  };
  const test = tried(async () => {
    const { fault, bucket_region } = await answerTo(() => api.POST("/bucket/test"));
    return fault === null ? words.arrived : words.lost(words.faults[fault], bucket_region);
  });
  const exportNow = tried(async () => {
    await answerTo(() => api.POST("/bucket/export"));
    return words.exportStarted;
  });
  return (
    <>
      <p>
        <b>
          <bdi>{[name, ...(prefix === "" ? [] : [prefix])].join("/")}</bdi>
        </b>{" "}
        <span class="soft">
          <bdi>{endpoint}</bdi>
        </span>
      </p>
      <p class={off_because === null && failing_since === null ? "soft" : "bad"}>
        {off_because !== null
          ? words.offBecause[off_because]
          : failing_since !== null
            ? words.failing(inTime(failing_since, "moment"))
            : next_export_at && words.next(inTime(next_export_at, "moment"))}
      </p>
      {last && (
        <p class="soft">
          {last.fault === null
            ? words.last(inTime(last.created_at, "moment"), last.reports, last.rows)
            : words.failed(inTime(last.created_at, "moment"), words.faults[last.fault])}
        </p>
      )}
      {last?.response && last.fault !== null && (
        <details>
          <summary>{words.answered}</summary>
          <pre>{last.response}</pre>
        </details>
      )}
      <p role="status" class="soft">
        {message}
      </p>
      <p class="does">
        <button type="button" disabled={busy} onClick={() => void test()}>
          {words.test}
        </button>
        <button type="button" disabled={busy || !bucket.active} onClick={() => void exportNow()}>
          {words.exportNow}
        </button>
        <Sure
          open={words.remove}
          title={words.removeTitle}
          says={words.removeSays}
          act={words.remove}
          work={async () => {
            await answerTo(() => api.DELETE("/bucket"));
            await refresh(bucketNow());
          }}
        />
      </p>
    </>
  );
}
