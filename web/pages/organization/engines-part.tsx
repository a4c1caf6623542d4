import { engineList } from "../../api/organization-questions.ts";
import { useKnown } from "../../api/resource.ts";
import { Part } from "../../parts/part.tsx";
import { DataTable } from "../../tables/data-table.tsx";
import { organization } from "../../words/organization.ts";
import { assistant } from "../../words.ts";

const words = organization.engines;

/** The assistants that can be asked. */
export function EnginesPart() {
  const question = engineList();
  const known = useKnown(question);
  return (
    <Part title={words.title} says={words.says} of={{ question, known }}>
      {(engines) => (
        <DataTable
          name="engines"
          label={words.title}
          rows={engines}
          keyOf={({ provider }) => provider}
          columns={[
            { key: "engine", head: words.engine, text: ({ provider }) => assistant(provider) },
            {
              key: "state",
              head: words.state,
              text: ({ configured, unavailable_reason }) =>
                configured ? words.ready : (unavailable_reason ?? ""),
            },
            {
              key: "model",
              head: words.model,
              wide: true,
              text: ({ provider, model, searches }) =>
                provider === "sandbox"
                  ? words.sandbox
                  : [model, searches && words.searches].filter(Boolean).join(", "),
            },
          ]}
        />
      )}
    </Part>
  );
}
