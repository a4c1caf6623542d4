import { useState } from "preact/hooks";
import { docs } from "../../words/docs.ts";
import { curlOf, type Own, typescriptOf } from "./examples.ts";
import { type Document, type Operation, rowsOf, typeOf } from "./operations.ts";

const words = docs.api;

interface OneOperationProps {
  document: Document;
  operation: Operation;
  /** Of the API, such as `https://overheard.example.com/v1`. */
  address: string;
  own: Own;
}

/** One route: what it is for, the request to copy, what goes in, what comes out. */
export function OneOperation({ document, operation, address, own }: OneOperationProps) {
  const { method, path, summary, description, sessionOnly, parameters, body, answers, answerExample } =
    operation;
  const rows = body ? rowsOf(document, body) : [];
  return (
    <article class="operation">
      <h1 class="plain">{summary}</h1>
      <p class="sub">
        <code>
          <b>{method}</b> {path}
        </code>
        {sessionOnly && `, ${words.tool}`}
      </p>
      {description !== summary && (
        <p class="stand small">
          <Said text={description} />
        </p>
      )}
      <Copied name={words.curl} text={curlOf(operation, address, own)} />
      <Copied name={words.typescript} text={typescriptOf(operation, address, own)} />
      {parameters.length > 0 && (
        <Fields
          title={words.parameters}
          rows={parameters.map(({ name, required = false, description: says = "", schema, in: where }) => ({
            ...{ name, depth: 0, required, says },
            type: [where, schema && typeOf(document, schema)].filter(Boolean).join(", "),
          }))}
        />
      )}
      {rows.length > 0 && <Fields title={words.body} rows={rows} />}
      <section class="part">
        <h2>{words.answers}</h2>
        <table class="rows data">
          <thead>
            <tr>
              <th scope="col">{words.status}</th>
              <th scope="col">{words.means}</th>
            </tr>
          </thead>
          <tbody>
            {answers.map(({ status, says }) => (
              <tr key={status}>
                <th scope="row">{status}</th>
                <td>
                  <Said text={says} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {answerExample !== null && (
        <section class="part">
          <h2>{words.example}</h2>
          <pre>
            <code>{JSON.stringify(answerExample, null, 2)}</code>
          </pre>
        </section>
      )}
    </article>
  );
}

/** A text of the document, with what stands between backticks as code. */
function Said({ text }: { text: string }) {
  return <>{text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>;
}

/** A text to copy. */
function Copied({ name, text }: { name: string; text: string }) {
  const [copied, setCopied] = useState("");
  return (
    <section class="part copied">
      <div class="hd">
        <h2>{name}</h2>
        <button
          type="button"
          aria-label={copied === text ? words.copiedOf(name) : words.copy(name)}
          onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(text))}
        >
          {copied === text ? words.copied : words.copyIt}
        </button>
      </div>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  );
}

function Fields({ title, rows }: { title: string; rows: ReturnType<typeof rowsOf> }) {
  return (
    <section class="part">
      <h2>{title}</h2>
      <table class="rows data">
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col" class="wide">
              {words.type}
            </th>
            <th scope="col">{words.means}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, depth, type, required, says }, at) => (
            <tr key={`${at} ${name}`}>
              <th scope="row" class={`deep-${depth}`}>
                <code>{name}</code>
              </th>
              <td class="wide soft types">{type}</td>
              <td>
                {required && <b>{words.required}. </b>}
                <Said text={says} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
