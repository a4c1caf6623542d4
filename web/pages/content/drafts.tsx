import { reportPath } from "../../address.ts";
import { useDays } from "../../api/days.ts";
import { draftsOf } from "../../api/page-questions.ts";
import { type ReportListing, reportOf } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { Trouble } from "../../parts/states.tsx";
import { content as words } from "../../words/content.ts";
import { frame } from "../../words.ts";

/** Drafts written so far, newest first; one under way says so until it is there. */
export function Drafts({ projectId }: { projectId: string }) {
  const question = draftsOf(projectId);
  const { value: drafts, problem } = useKnown(question);
  if (!drafts) return problem ? <Trouble problem={problem} again={() => void refresh(question)} /> : null;
  return (
    <section class="sec" aria-labelledby="d">
      <h2 id="d">{words.drafts}</h2>
      {drafts.length === 0 ? (
        <p class="sub">{words.noDrafts}</p>
      ) : (
        <table class="rows drafts">
          <thead>
            <tr>
              <th scope="col">{words.draft}</th>
              <th scope="col" class="when">
                {words.writtenOn}
              </th>
              <th scope="col" class="num">
                {words.state}
              </th>
            </tr>
          </thead>
          <tbody>
            {drafts.map((listing) => (
              <Row key={listing.id} listing={listing} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ listing }: { listing: ReportListing }) {
  const { value } = useKnown(reportOf(listing.id));
  const day = useDays(listing.project_id);
  const draft = value?.type === "generated_content" ? value : null;
  const status = draft?.status ?? listing.status;
  return (
    <tr>
      <th scope="row">
        <a href={reportPath(listing.id)}>
          <bdi>{draft ? (draft.title ?? draft.topic) : words.draft}</bdi>
        </a>
        {draft && (
          <span class="m2">
            {words.kinds[draft.content_kind]}
            {draft.surfaces.includes("sandbox") && <span class="madeup"> {frame.madeUp}</span>}
          </span>
        )}
      </th>
      <td class="when">{day(listing.created_at, "shortDay")}</td>
      <td class="num">
        {draft?.published
          ? words[draft.published.mode === "publish" ? "published" : "onBlog"]
          : words.states[status]}
      </td>
    </tr>
  );
}
