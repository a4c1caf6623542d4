import { type Config, shownSettings } from "../../config.ts";
import { type Io, say } from "../operator/io.ts";

/** Prints every setting, its current value and its meaning; secrets only as `(set)`. */
export async function showConfig(_config: Config, _options: object, io: Io): Promise<void> {
  const rows = shownSettings(io.env);
  const widest = (column: "name" | "value") =>
    Math.min(40, Math.max(...rows.map((row) => row[column].length)));
  for (const { name, value, says } of rows) {
    say(io, `${name.padEnd(widest("name"))}  ${value.padEnd(widest("value"))}  ${says}`);
  }
}
