import { useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { withTerms } from "../../address.ts";
import type { FullReport } from "../../api/questions.ts";
import { percent } from "../../figures/rate.ts";
import { Newest } from "../../parts/newest.tsx";

import { sources as words } from "../../words/sources.ts";
import { assistant } from "../../words.ts";
import { Searched } from "./searched.tsx";
import "./sources.css";

const step = 25;

/** `/projects/{id}/sources?kind=…`. */
export function Page() {
  const { projectId = "" } = useRoute().params;
  return (
    <Newest projectId={projectId} section="sources" title={words.title} none={words.none}>
      {(report) =>
        report.sources.domains.length === 0 ? <p class="stand">{words.none}</p> : <Cited report={report} />
      }
    </Newest>
  );
}

function Cited({ report }: { report: FullReport }) {
  const { path, query, route } = useLocation();
  const [most, setMost] = useState(step);
  const { domains, urls } = report.sources;
  const kinds = [...new Set(domains.map(({ source_type }) => source_type))];
  const kind = kinds.find((each) => each === query.kind);
  const visibleDomains = domains.filter(({ source_type }) => !kind || source_type === kind);
  const cited = citedIn(visibleDomains);
  return (
    <>
      <div class="hd">
        <p class="sub">{words.says(domains[0]?.citations_total ?? 0)}</p>
        <label>
          <span class="vh">{words.kind}</span>
          <select
            value={kind ?? ""}
            onChange={({ currentTarget: { value } }) => route(withTerms(path, query, { kind: value }), true)}
          >
            <option value="">{words.all}</option>
            {kinds.map((each) => (
              <option key={each} value={each}>
                {words.kinds[each]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <table class="rows sources">
        <thead>
          <tr>
            <th scope="col">{words.domain}</th>
            <th scope="col" class="kind">
              {words.kind}
            </th>
            <th scope="col" class="by">
              {words.assistants}
            </th>
            <th scope="col" class="num">
              {words.citations}
            </th>
            <th scope="col" class="num">
              {words.share}
            </th>
          </tr>
        </thead>
        <tbody>
          {visibleDomains
            .slice(0, most)
            .map(({ domain, source_type, citations, citation_share, providers }) => {
              const pages = urls.filter(({ url }) => hostEnds(url, domain));
              return (
                <tr key={domain} class={source_type === "owned" ? "me" : ""}>
                  <th scope="row">
                    {pages.length === 0 ? (
                      <bdi>{domain}</bdi>
                    ) : (
                      <details>
                        <summary>
                          <bdi>{domain}</bdi>
                        </summary>
                        <ul>
                          {pages.map(({ url, title, citations: times, prompt_keys }) => (
                            <li key={url}>
                              <a href={url} rel="noopener noreferrer nofollow" target="_blank">
                                <bdi>{title || url}</bdi>
                              </a>
                              <span class="soft">
                                {" "}
                                {times}×, {words.feeds(prompt_keys.length)}
                              </span>
                            </li>
                          ))}
                        </ul>
                      </details>
                    )}
                  </th>
                  <td class="kind soft">{words.kinds[source_type]}</td>
                  <td class="by soft">{providers.map(assistant).join(", ")}</td>
                  <td class="num">{citations}</td>
                  <td class="num soft">{percent(citation_share)}</td>
                </tr>
              );
            })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            <td class="kind" />
            <td class="by" />
            <td class="num">{cited}</td>
            <td class="num soft">{percent(cited / citedIn(domains))}</td>
          </tr>
        </tfoot>
      </table>
      {visibleDomains.length > most && (
        <p class="does">
          <button type="button" onClick={() => setMost(most + 100)}>
            {words.more(Math.min(100, visibleDomains.length - most))}
          </button>
        </p>
      )}
      <Searched reportId={report.id} />
    </>
  );
}

const citedIn = (domains: readonly { citations: number }[]): number =>
  domains.reduce((sum, { citations }) => sum + citations, 0);

/** Whether an address is on a domain or below it. */
function hostEnds(address: string, domain: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : "";
  return host === domain || host.endsWith(`.${domain}`);
}
