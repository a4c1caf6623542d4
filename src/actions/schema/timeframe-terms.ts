import { Type } from "typebox";
import { timeframes } from "../../domain/project/timeframe.ts";
import { OneOf } from "./schema.ts";

/** How far back to look; shared by every route that looks at a project as a whole. */
export const timeframeField = {
  timeframe: Type.Optional(
    OneOf(timeframes, { default: "30d", description: "How far back to look from now." }),
  ),
};
