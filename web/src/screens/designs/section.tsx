import type { ComponentChildren } from 'preact';

/** A part of a screen under a heading. */
export function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
