import { PlainFrame } from "../../parts/plain-frame.tsx";
import { docs as words } from "../../words/docs.ts";
import "../../parts/part.css";
import "../../tables/data-table.css";
import "./docs.css";
import { guides } from "./guides.ts";

/** `/docs`: what there is to read. */
export function Page() {
  const listedNames = Object.keys(words.names).filter((name) => guides.has(name));
  const further = [...guides.keys()].filter((name) => !listedNames.includes(name)).sort();
  return (
    <PlainFrame title={words.title}>
      <div class="bar" />
      <h1 class="plain">{words.title}</h1>
      <p class="sub">{words.says}</p>
      <section class="part" aria-labelledby="reference">
        <h2 id="reference">
          <a href="/docs/api">{words.reference}</a>
        </h2>
        <p class="sub">{words.referenceSays}</p>
      </section>
      <section class="part" aria-labelledby="guides">
        <h2 id="guides">{words.guides}</h2>
        <ul class="guides">
          {[...listedNames, ...further].map((name) => (
            <li key={name}>
              <a href={`/docs/${name}`}>{words.names[name] ?? name}</a>
            </li>
          ))}
        </ul>
      </section>
    </PlainFrame>
  );
}
