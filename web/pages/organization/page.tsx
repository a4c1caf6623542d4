import type { ComponentType } from "preact";
import { useLocation } from "preact-iso";
import { organizationNow } from "../../api/organization-now.ts";
import { joinedOrganizations, workspaceList } from "../../api/organization-questions.ts";
import { useKnown } from "../../api/resource.ts";
import { useMay } from "../../parts/may.ts";
import { PlainFrame } from "../../parts/plain-frame.tsx";
import { Await } from "../../parts/states.tsx";
import { organization as words } from "../../words/organization.ts";
import { AuditPart } from "./audit-part.tsx";
import { BucketPart } from "./bucket-part.tsx";
import { ClientReportsPart } from "./client-reports-part.tsx";
import { ClientsPart } from "./clients-part.tsx";
import { ConnectorsSection } from "./connectors-section.tsx";
import { DataPart } from "./data-part.tsx";
import { DestinationsPart } from "./destinations-part.tsx";
import { EnginesPart } from "./engines-part.tsx";
import { KeysSection } from "./keys-section.tsx";
import { MembersPart } from "./members-part.tsx";
import "./organization.css";
import { UsagePart } from "./usage-part.tsx";

type Part = keyof typeof words.parts;

const parts: Record<Part, ComponentType> = {
  members: MembersPart,
  clients: ClientsPart,
  access: () => (
    <>
      <KeysSection />
      <ConnectorsSection />
    </>
  ),
  engines: EnginesPart,
  destinations: () => (
    <>
      <DestinationsPart />
      <ClientReportsPart />
      <BucketPart />
    </>
  ),
  usage: UsagePart,
  data: DataPart,
  audit: AuditPart,
};

/** `/organization`. */
export function Page() {
  const question = organizationNow();
  const { problem } = useKnown(question);
  const { organization, may, limited } = useMay();
  const { value: joined } = useKnown(joinedOrganizations());
  const { value: workspaces } = useKnown(limited ? workspaceList() : null);
  const { query } = useLocation();
  const open = (Object.keys(parts) as Part[]).find((part) => part === query.part) ?? "members";
  const offered = (Object.keys(parts) as Part[]).filter(
    (part) => !["audit", "destinations"].includes(part) || may("admin"),
  );
  const Open = parts[open];
  return (
    <PlainFrame title={words.title}>
      <div class="bar" />
      <h1 class="plain">
        <bdi>{organization?.name ?? words.title}</bdi>
      </h1>
      <Await question={question} value={organization} problem={problem} bones={[28, 320]} />
      {organization && (
        <>
          <p class="sub">
            {words.you(organization.role)}{" "}
            {limited && workspaces && words.limitedTo(workspaces.map(({ name }) => name))}{" "}
            {joined && joined.length > 1 && <a href="/account">{words.several}</a>}
          </p>
          <nav class="parts" aria-label={words.title}>
            <ul>
              {offered.map((part) => (
                <li key={part}>
                  <a
                    href={part === "members" ? "/organization" : `/organization?part=${part}`}
                    aria-current={part === open ? "page" : undefined}
                  >
                    {words.parts[part]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <Open />
        </>
      )}
    </PlainFrame>
  );
}
