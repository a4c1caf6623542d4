/** The scale from 0 to 100% on which the verdict lies, at the sizes of styles/figures.css. */
export function Scale() {
  return (
    <>
      <rect class="scale" />
      <rect class="tick" />
      <rect class="tick" x="100%" />
      <text>0%</text>
      <text x="100%" text-anchor="end">
        100%
      </text>
    </>
  );
}
