import { useEffect, useRef, useState } from 'preact/hooks';

type Marking = typeof import('./marking.js');

let loading: Promise<Marking> | undefined;

/** What makes nodes of markup: the sanitiser and the formulas, loaded when there is some. */
function marking(): Promise<Marking> {
  loading ??= import('./marking.js').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** A formula; its source until it is drawn, and where it cannot be. */
export function LazyMath({ text, display }: { readonly text: string; readonly display: boolean }) {
  const place = useNodes((made) => made.formula(text, display), `${display} ${text}`);
  return (
    <span ref={place} class={display ? 'math display' : 'math'}>
      <code>{text}</code>
    </span>
  );
}

/** HTML that a model wrote, without all that could do something. */
export function LazyMarkup({ markup }: { readonly markup: string }) {
  const place = useNodes((made) => made.clean(markup), markup);
  return <span ref={place} class="markup" />;
}

/** Puts nodes into a place once they can be made; what stood there stays where they cannot. */
function useNodes(make: (made: Marking) => Node, key: string) {
  const place = useRef<HTMLSpanElement>(null);
  const [made, setMade] = useState<Marking>();
  useEffect(() => {
    if (made === undefined)
      void marking().then(
        (loaded) => setMade(() => loaded),
        () => undefined,
      );
  }, [made]);
  useEffect(() => {
    if (made === undefined || place.current === null) return;
    try {
      place.current.replaceChildren(make(made));
    } catch {
      // No formula that can be read: its source stands.
    }
  }, [made, key]);
  return place;
}
