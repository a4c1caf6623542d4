import { type Static, Type } from "typebox";
import { Closed, Nullable } from "../../api/schema/schema.ts";
import type { Kept, Retention } from "./retention.ts";

const NullableTime = (description: string) => Nullable(Type.String({ format: "date-time" }), { description });

const KeptView = (what: string) =>
  Closed(
    {
      days: Nullable(Type.Integer({ minimum: 1 }), {
        description: "Days; null: as long as the server keeps it.",
      }),
      due: Type.Integer({ minimum: 0, description: "How many will be deleted within a day." }),
      next_at: NullableTime(
        "When the oldest will be deleted; null if none will be before the server's own time.",
      ),
    },
    { description: what },
  );

export const RetentionView = Closed(
  {
    answers: KeptView("The text of answers."),
    rows: KeptView("The rows of answers, with their text and what was read in it."),
    audit: KeptView("Entries of the audit log."),
    starts_at: NullableTime("Nothing is deleted before this; null if it was never changed."),
  },
  { title: "Retention", description: "How long an organization keeps things, and what is deleted next." },
);

export const retentionView = ({
  answers,
  rows,
  audit,
  startsAt,
}: Retention): Static<typeof RetentionView> => ({
  answers: limitView(answers),
  rows: limitView(rows),
  audit: limitView(audit),
  starts_at: startsAt,
});

const limitView = ({ days, due, nextAt }: Kept) => ({ days, due, next_at: nextAt });
