import { Type } from "typebox";
import { TimeframeWord } from "./words.ts";

/** How far back to look; shared by every route that covers a project as a whole. */
export const timeframeField = {
  timeframe: Type.Optional(TimeframeWord({ default: "30d", description: "How far back to look." })),
};
