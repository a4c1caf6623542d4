/** One box for each answer, filled where it names the brand; the words stand beside it. */
export function Boxes({ mentions, answers }: { mentions: number; answers: number }) {
  return (
    <span class="boxes" aria-hidden="true">
      {Array.from({ length: answers }, (_, box) => (
        <i key={box} class={box < mentions ? "y" : ""} />
      ))}
    </span>
  );
}
