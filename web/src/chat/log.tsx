import { useEffect, useRef, useState } from 'preact/hooks';
import { route } from '../app/route.js';
import { Icon } from '../ui/icon.js';
import { t } from '../words/index.js';
import type { Sessions } from './sessions.js';
import type { Thread } from './thread.js';
import { TurnView } from './turn-view.js';

/** Pixels from the end within which somebody counts as reading there. */
const NEAR = 80;

/** All turns, the newest below. It follows the end while somebody is there, and not while they read above. */
export function Log({
  thread,
  sessions,
  readOnly,
}: {
  readonly thread: Thread;
  readonly sessions: Sessions;
  readonly readOnly: boolean;
}) {
  const turns = thread.turns.value;
  const frame = useRef<HTMLDivElement>(null);
  const inside = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const lastTop = useRef(0);
  const [below, setBelow] = useState(false);
  /** A call that a link names, as in `#/s/<id>/<call>`; it is gone to once. */
  const named = route.value.rest[1];
  const shown = useRef<string | undefined>(undefined);

  useEffect(() => {
    const place = frame.current;
    if (place === null || inside.current === null) return;
    const grown = new ResizeObserver(() => {
      if (following.current) place.scrollTop = place.scrollHeight;
      setBelow(!following.current && !isAtEnd(place));
    });
    grown.observe(inside.current);
    grown.observe(place);
    return () => grown.disconnect();
  }, []);
  useEffect(() => {
    const card = named === shown.current ? null : document.getElementById(`call-${named}`);
    following.current = card === null;
    if (card === null) return frame.current?.scrollTo({ top: frame.current.scrollHeight });
    shown.current = named;
    card.setAttribute('open', '');
    card.scrollIntoView({ block: 'center' });
  }, [turns.length, named]);

  return (
    <div
      class="log-frame"
      ref={frame}
      onScroll={({ currentTarget }) => {
        // Only somebody who goes up leaves the end: what grew between two looks has moved nobody.
        const { scrollTop } = currentTarget;
        if (isAtEnd(currentTarget)) following.current = true;
        else if (scrollTop < lastTop.current) following.current = false;
        lastTop.current = scrollTop;
        setBelow(!following.current);
      }}
    >
      <div
        class="log"
        role="log"
        aria-live="off"
        data-region
        aria-label={t('chat.log')}
        ref={inside}
        onKeyDown={walkTurns}
      >
        {turns.map((turn, at) => (
          <TurnView
            key={turn.id.replace(/^new .*/, 'new')}
            turn={turn}
            thread={thread}
            sessions={sessions}
            last={at === turns.length - 1}
            readOnly={readOnly}
          />
        ))}
      </div>
      {below && (
        <button
          type="button"
          class="below"
          onClick={() => {
            following.current = true;
            frame.current?.scrollTo({ top: frame.current.scrollHeight, behavior: 'smooth' });
          }}
        >
          <Icon name="down" /> {t('chat.below')}
        </button>
      )}
    </div>
  );
}

function isAtEnd(place: HTMLElement): boolean {
  return place.scrollHeight - place.scrollTop - place.clientHeight < NEAR;
}

/** Arrows go from turn to turn. */
function walkTurns(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { target, currentTarget } = event;
  if (step === undefined || !(target instanceof HTMLElement) || !target.classList.contains('turn')) return;
  const turns = [...(currentTarget as HTMLElement).querySelectorAll<HTMLElement>('.turn')];
  const next = turns[turns.indexOf(target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
