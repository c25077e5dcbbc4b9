import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { SideButton } from '../app/side.js';
import { t } from '../words/index.js';
import type { Reading } from './use-read.js';

/** A screen: its bar with title and what can be done, and its content. */
export function Frame({
  title,
  tools,
  children,
}: {
  readonly title: string;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <header class="bar">
        <SideButton />
        <h1>{title}</h1>
        {tools}
      </header>
      <div class="screen">{children}</div>
    </>
  );
}

/** Draws what was read, or says why it is not there. */
export function Shown<T>({
  reading,
  children,
}: {
  readonly reading: Reading<T>;
  children(value: T): ComponentChildren;
}) {
  const { value, fault, again } = reading;
  if (value !== undefined) return <>{children(value)}</>;
  if (fault === undefined) return <p class="empty" aria-busy="true" />;
  return (
    <div class="empty" role="alert">
      <p>{fault}</p>
      <button type="button" onClick={again}>
        {t('again')}
      </button>
    </div>
  );
}
