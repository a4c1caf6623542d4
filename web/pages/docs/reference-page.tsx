import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { withTerms } from "../../address.ts";
import { apiAddress } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { projectList } from "../../api/questions.ts";
import { type Question, useKnown } from "../../api/resource.ts";
import { capital } from "../../figures/number.ts";
import { PlainFrame } from "../../parts/plain-frame.tsx";
import { Await } from "../../parts/states.tsx";
import { docs } from "../../words/docs.ts";
import "../../parts/part.css";
import "../../tables/data-table.css";
import "./docs.css";
import { OneOperation } from "./one-operation.tsx";
import { type Document, type Operation, operationsOf } from "./operations.ts";

const words = docs.api;

/** The document that describes the API. */
const reference = (): Question<{ document: Document; operations: Operation[] }> => ({
  key: "openapi.json",
  ask: async () => {
    const response = await fetch("/openapi.json").catch(() => null);
    if (!response?.ok) throw new ApiProblem(response?.status ?? 0, "UNKNOWN", "");
    const document = (await response.json()) as Document;
    return { document, operations: operationsOf(document) };
  },
});

/** `/docs/api`: all routes, or the one that the address names. */
export function Page() {
  const question = reference();
  const { value, problem } = useKnown(question);
  const { value: projects = [] } = useKnown(projectList());
  const { query, route, path } = useLocation();
  const [searchText, setSearchText] = useState("");
  const project = projects.find(({ id }) => id === query.project) ?? projects[0];
  const open = value?.operations.find(({ id }) => id === query.route);
  const own = {
    ...(project ? { projectId: project.id } : {}),
    ...(project?.latest_report_id ? { reportId: project.latest_report_id } : {}),
  };
  const placeOf = (id: string) => withTerms("/docs/api", { route: id, project: query.project }, {});
  return (
    <PlainFrame title={open ? open.summary : docs.reference}>
      <div class="bar">
        {open ? <a href="/docs/api">{words.back}</a> : <a href="/docs">{docs.all}</a>}
        {projects.length > 0 && (
          <label class="beside">
            {words.project}{" "}
            <select
              value={project?.id}
              onChange={({ currentTarget }) =>
                route(withTerms(path, query, { project: currentTarget.value }), true)
              }
            >
              {projects.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <Await question={question} value={value} problem={problem} bones={[28, 600]} />
      {value &&
        (open ? (
          <OneOperation document={value.document} operation={open} address={apiAddress} own={own} />
        ) : (
          <>
            <h1 class="plain">{docs.reference}</h1>
            <p class="sub">
              {docs.referenceSays} <a href="/openapi.json">{words.document}</a>
            </p>
            <p class="tools find">
              <input
                type="search"
                aria-label={words.filter}
                placeholder={words.filter}
                value={searchText}
                onInput={({ currentTarget }) => setSearchText(currentTarget.value)}
              />
            </p>
            <Routes operations={searchOperations(value.operations, searchText)} placeOf={placeOf} />
          </>
        ))}
    </PlainFrame>
  );
}

function searchOperations(operations: readonly Operation[], query: string): Operation[] {
  const parts = query.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({ id, method, path, summary }) => {
    const haystack = `${id} ${method} ${path} ${summary}`.toLowerCase();
    return parts.every((part) => haystack.includes(part));
  });
}

function Routes({ operations, placeOf }: { operations: readonly Operation[]; placeOf(id: string): string }) {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  if (operations.length === 0) return <p class="soft">{words.none}</p>;
  return (
    <>
      {tags.map((tag) => (
        <section class="part" key={tag} aria-labelledby={`tag-${tag}`}>
          <h2 id={`tag-${tag}`}>{capital(tag.replaceAll("-", " "))}</h2>
          <ul class="routes">
            {operations
              .filter((operation) => operation.tag === tag)
              .map(({ id, method, path, summary }) => (
                <li key={id}>
                  <a href={placeOf(id)}>
                    <code>
                      <b>{method}</b> {path}
                    </code>
                  </a>
                  <span class="soft">{summary}</span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
