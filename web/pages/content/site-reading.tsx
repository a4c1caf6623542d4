import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { withTerms } from "../../address.ts";
import { answerTo, api } from "../../api/client.ts";
import { crawlOf } from "../../api/page-questions.ts";
import { type Project, projectOf } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { dayIn } from "../../figures/time.ts";
import { sayingOf } from "../../parts/saying.ts";
import { siteReading as words } from "../../words/content.ts";

/** When the website was read, or that it never was; has it read, and shows how far that is. Its id stands in the address. */
export function SiteReading({ project }: { project: Project }) {
  const { query, path, route } = useLocation();
  const crawlId = query.crawl ?? null;
  const { value: crawl } = useKnown(crawlId ? crawlOf(crawlId) : null);
  const { value: last } = useKnown(
    project.latest_crawl_record_id ? crawlOf(project.latest_crawl_record_id) : null,
  );
  const [says, setSays] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { id: projectId, latest_crawl_record_id: latestId } = project;
  const address = project.website_url ?? (project.domain ? `https://${project.domain}/` : null);
  useEffect(() => {
    if (crawl?.terminal) void refresh(projectOf(projectId));
  }, [crawl?.terminal]);

  async function begin(url: string) {
    setBusy(true);
    setSays(null);
    try {
      const newCrawl = await answerTo(() => api.POST("/crawls", { body: { url, projectId } }));
      route(withTerms(path, query, { crawl: newCrawl.id }), true);
    } catch (error) {
      setSays(sayingOf(error));
    } finally {
      setBusy(false);
    }
  }

  if (crawl && !crawl.terminal)
    return (
      <p class="notice calm" role="status">
        {words.under(crawl.pages, crawl.pages_found)}
      </p>
    );
  if (latestId)
    return last?.completed_at ? (
      <p class="note">
        {words.done(last.pages, dayIn(project.timezone, last.completed_at))}{" "}
        {last.pages_merged ? `${words.merged(last.pages_merged)} ` : ""}
        {last.pages_walled?.length ? `${words.walled(last.pages_walled.length)} ` : ""}
        {address && (
          <button type="button" class="link" disabled={busy} onClick={() => void begin(address)}>
            {words.again}
          </button>
        )}
        {says && <span role="alert"> {says}</span>}
      </p>
    ) : null;
  const failed = crawl?.status === "failed";
  return (
    <div class="notice calm">
      <p>
        {failed ? words.failed : address ? words.never : words.noAddress} {failed && crawl.failure?.message}
      </p>
      {says && <p role="alert">{says}</p>}
      {address && (
        <button type="button" disabled={busy} onClick={() => void begin(address)}>
          {words.act}
        </button>
      )}
    </div>
  );
}
