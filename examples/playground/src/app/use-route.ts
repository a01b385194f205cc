import { useMemo, useSyncExternalStore } from "react";

/** The part of the URL that names a section and its parameters: `#/swap?attack=receiver`. */
export interface Route {
  /** Empty without one. */
  id: string;
  params: URLSearchParams;
}

function subscribe(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

/** Returns the section and the parameters in the URL. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => {
    const [id = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
    return { id, params: new URLSearchParams(query) };
  }, [hash]);
}

/** Returns the link to a section with a parameter. */
export function linkTo(id: string, name: string, value: string): string {
  return `#/${id}?${new URLSearchParams({ [name]: value })}`;
}

/** Sets a parameter of the current URL, or removes it, without a new entry in the history. */
export function setRouteParam(name: string, value: string | undefined): void {
  const [path = "", query = ""] = location.hash.split("?");
  const params = new URLSearchParams(query);
  if (value === undefined) params.delete(name);
  else params.set(name, value);
  const text = params.size > 0 ? `${path}?${params}` : path;
  if (text === location.hash) return;
  history.replaceState(null, "", text);
  // replaceState emits no event.
  dispatchEvent(new Event("hashchange"));
}
