import { type RawBuilder, sql } from "kysely";

/**
 * Whether the reports of two trend points are of one kind, which alone are set beside each other by default: answers from the same
 * surfaces, of assistants of which both have at least half of either's, to lists of prompts of which neither is five times as long. So an import
 * of one assistant, or of one prompt, is no neighbour of a run of three; a run in which an assistant failed still is.
 */
export const isSameKind = (
  one: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(
  (${one}->'surfaces') @> (${other}->'surfaces') and (${other}->'surfaces') @> (${one}->'surfaces')
  and 2 * (
    select count(*) from jsonb_array_elements(${one}->'providers') a
    join jsonb_array_elements(${other}->'providers') b on a->>'provider' = b->>'provider'
  ) >= greatest(jsonb_array_length(${one}->'providers'), jsonb_array_length(${other}->'providers'))
  and (${one}->>'prompts')::int <= 5 * (${other}->>'prompts')::int
  and (${other}->>'prompts')::int <= 5 * (${one}->>'prompts')::int)`;
