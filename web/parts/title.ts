import { useEffect } from "preact/hooks";
import { frame } from "../words.ts";

/** Names the page in the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${frame.product}` : frame.product;
  }, [title]);
}
