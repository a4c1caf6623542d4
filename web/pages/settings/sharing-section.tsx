import { reportPath } from "../../address.ts";
import { answerTo, api } from "../../api/client.ts";
import { shareLinksOf } from "../../api/project-questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { dayIn } from "../../figures/time.ts";
import { FormSection } from "../../forms/form.tsx";
import { Sure } from "../../forms/sure-dialog.tsx";
import { Share } from "../../parts/share.tsx";
import { Await } from "../../parts/states.tsx";
import { settings } from "../../words/settings.ts";
import { unknown } from "../../words.ts";
import type { SectionProps } from "./page.tsx";

const words = settings.sharing;

/** The public pages of the project's reports. */
export function SharingSection({ project, locked }: SectionProps) {
  const question = shareLinksOf(project.id);
  const { value: links, problem } = useKnown(question);
  return (
    <FormSection title={words.title} says={words.says}>
      <Await question={question} value={links} problem={problem} />
      {links?.length === 0 && <p class="soft">{words.none}</p>}
      {links && links.length > 0 && (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">{words.sharedOn}</th>
              <th scope="col">{words.until}</th>
              <th scope="col" class="wide">
                {words.begins}
              </th>
              <th scope="col">
                <span class="vh">{words.revoke}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {links.map(({ id, report_id, created_at, expires_at, token_prefix }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={reportPath(report_id)}>{dayIn(project.timezone, created_at)}</a>
                </th>
                <td>{expires_at ? dayIn(project.timezone, expires_at) : words.forever}</td>
                <td class="wide soft">
                  <code>{token_prefix || unknown}</code>
                </td>
                <td class="num">
                  {!locked && (
                    <Sure
                      open={words.revoke}
                      title={words.revokeTitle}
                      says={words.revokeSays}
                      act={words.revoke}
                      work={async () => {
                        await answerTo(() =>
                          api.DELETE("/share-links/{shareLinkId}", { params: { path: { shareLinkId: id } } }),
                        );
                        await refresh(question);
                      }}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!locked && project.latest_report_id && (
        <p class="does">
          <Share projectId={project.id} plain made={() => void refresh(question)} />
        </p>
      )}
    </FormSection>
  );
}
