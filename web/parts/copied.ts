/** Puts a text on the clipboard; false if the browser does not let the page, such as one served without https. */
export const copied = (text: string): Promise<boolean> =>
  Promise.resolve(navigator.clipboard?.writeText(text)).then(
    () => navigator.clipboard !== undefined,
    () => false,
  );
