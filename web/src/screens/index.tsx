import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { mayHave } from '../app/plugins.js';
import { route } from '../app/route.js';
import type { Person } from '../app/sign-in.js';
import type { IconName } from '../ui/icon.js';
import { loadScreenWords, type TalkKey, t } from '../words/index.js';

/** What a screen gets. */
export interface ScreenProps {
  readonly person: Person;
}

interface ScreenEntry {
  /** Its folder here, and its address `#/<name>`. */
  readonly name: string;
  readonly icon: IconName;
  readonly label: TalkKey;
  /** The plugin that it shows; it is left out where that is not loaded. */
  readonly plugin?: string;
  /** Whom it is shown to. */
  isFor(person: Person): boolean;
  /** Its code, in a file of its own that comes when somebody goes there. */
  load(): Promise<ComponentType<ScreenProps>>;
}

/** All screens besides the chat, in the order of the side bar. */
const SCREENS: readonly ScreenEntry[] = [
  {
    name: 'designs',
    icon: 'design',
    label: 'screen.designs',
    plugin: 'sampling',
    isFor: () => true,
    load: async () => (await import('./designs/index.js')).Designs,
  },
  {
    name: 'files',
    icon: 'folder',
    label: 'screen.files',
    plugin: 'vfs',
    isFor: () => true,
    load: async () => (await import('./files/index.js')).Files,
  },
  {
    name: 'approvals',
    icon: 'hand',
    label: 'screen.approvals',
    isFor: () => true,
    load: async () => (await import('./approvals/index.js')).ApprovalsScreen,
  },
  {
    name: 'knowledge',
    icon: 'book',
    label: 'screen.knowledge',
    plugin: 'knowledge',
    isFor: () => true,
    load: async () => (await import('./knowledge/index.js')).Knowledge,
  },
  {
    name: 'skills',
    icon: 'steps',
    label: 'screen.skills',
    plugin: 'skills',
    isFor: () => true,
    load: async () => (await import('./skills/index.js')).SkillsScreen,
  },
  {
    name: 'usage',
    icon: 'coins',
    label: 'screen.usage',
    plugin: 'credits',
    isFor: () => true,
    load: async () => (await import('./usage/index.js')).Usage,
  },
  {
    name: 'capabilities',
    icon: 'parts',
    label: 'screen.capabilities',
    isFor: () => true,
    load: async () => (await import('./capabilities/index.js')).Capabilities,
  },
  {
    name: 'people',
    icon: 'people',
    label: 'screen.people',
    isFor: ({ kind }) => kind === 'owner',
    load: async () => (await import('./people/index.js')).People,
  },
  {
    name: 'settings',
    icon: 'settings',
    label: 'screen.settings',
    isFor: () => true,
    load: async () => (await import('./settings/index.js')).Settings,
  },
];

/** Those that somebody sees, of plugins that are here. */
export function screensFor(person: Person): readonly ScreenEntry[] {
  return SCREENS.filter(({ isFor, plugin }) => isFor(person) && mayHave(plugin));
}

/** The screens that a stranger sees too. */
const PUBLIC = { verify: async () => (await import('./verify/index.js')).PublicVerifier } as const;

export function isPublicScreen(screen: string): boolean {
  return Object.hasOwn(PUBLIC, screen);
}

/** A screen without the side bar, for anybody. */
export function PublicScreen() {
  const { screen } = route.value;
  const [view, setView] = useState<ComponentType>();
  useEffect(() => {
    void Promise.all([PUBLIC[screen as keyof typeof PUBLIC](), loadScreenWords()]).then(([loaded]) =>
      setView(() => loaded),
    );
  }, [screen]);
  if (view === undefined) return <p class="empty" aria-busy="true" />;
  const View = view;
  return <View />;
}

/** The screen of the address. */
export function Screen({ person }: ScreenProps) {
  const { screen } = route.value;
  const entry = SCREENS.find(({ name }) => name === screen);
  const [loaded, setLoaded] = useState<{
    readonly name: string;
    readonly view: ComponentType<ScreenProps>;
  }>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    setFailed(false);
    if (entry === undefined) return;
    Promise.all([entry.load(), loadScreenWords()]).then(
      ([view]) => setLoaded({ name: entry.name, view }),
      () => setFailed(true),
    );
  }, [entry]);
  if (entry === undefined) return <p class="empty">{t('screen.none')}</p>;
  if (failed) return <p class="empty">{t('screen.failed')}</p>;
  if (loaded?.name !== screen) return <p class="empty" aria-busy="true" />;
  return <loaded.view person={person} />;
}
