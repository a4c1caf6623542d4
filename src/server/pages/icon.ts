import { type Html, html } from "./html.ts";

/** Three voices of different loudness in a bubble. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M6 3h20a4 4 0 0 1 4 4v13a4 4 0 0 1-4 4H15l-7 6v-6H6a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4z" fill="#0b5cad"/><path d="M10 12v4M16 8v12M22 11v6" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>`;

/** Every page's icon, embedded so that nothing is loaded for it. Pages allow it with `img-src data:`. */
export const iconLink: Html = html`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">`;
