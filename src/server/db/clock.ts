/** No machine whose clock is right has run this program earlier; one without a battery begins in 1970. */
const earliestMs = Date.UTC(2026, 0, 1);

/** What is wrong with a clock that is years behind; null: nothing. What is stored by it would be dated so for ever. */
export const clockFault = (nowMs: number): { says: string; remedy: string } | null =>
  nowMs >= earliestMs
    ? null
    : {
        says: `This machine's clock says ${new Date(nowMs).toISOString().slice(0, 10)}.`,
        remedy: "Set it, or let it be set over the network (NTP) before Overheard starts.",
      };
