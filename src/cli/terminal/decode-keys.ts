/**
 * What a person did: typed text, pasted text, or pressed a key such as `enter`, `ctrl-r`, `alt-b`, `ctrl-left`. Of a paste
 * beyond a million characters the rest is left out, and counted.
 */
export type Key =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string; readonly leftOut?: number }
  | { readonly kind: 'press'; readonly name: string };

/** Characters of a paste that are held. */
const MOST_PASTED = 1_000_000;
const CTRL_C = '\u0003';
const ESC = '\u001b';
const PASTE_BEGINS = `${ESC}[200~`;
const PASTE_ENDS = `${ESC}[201~`;
/** What follows the escape in the CSI and SS3 sequences of terminals: parameters, then one final letter. */
const SEQUENCE = /^(?:\[([0-9;:?<>=]*)([@-~])|O([A-Za-z]))/;
const UNFINISHED = /^(?:\[[0-9;:?<>=]*|O)?$/;

const FINALS: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  M: 'enter',
  Z: 'shift-tab',
};
const TILDES: Readonly<Record<string, string>> = {
  1: 'home',
  3: 'delete',
  4: 'end',
  5: 'page-up',
  6: 'page-down',
  7: 'home',
  8: 'end',
};
const CONTROLS: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'ctrl-j',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007f': 'backspace',
  '\u0000': 'ctrl-space',
  '\u001f': 'ctrl-_',
};

/** Takes the bytes of a keyboard, decoded as UTF-8 and cut anywhere, to keys. */
export class KeyDecoder {
  #waiting = '';
  #pasted: string | undefined;
  /** Of the paste that comes, what was left out as nobody takes so much. */
  #leftOut = 0;

  /** True while an escape may be the key of that name or the head of a sequence: `flush` after a moment decides. */
  get undecided(): boolean {
    return this.#pasted === undefined && this.#waiting !== '';
  }

  feed(text: string): Key[] {
    // A key of its own within a paste: its end got lost, or it takes too long.
    if (this.#pasted !== undefined && text === CTRL_C) {
      this.#pasted = undefined;
      this.#waiting = '';
      return [press('ctrl-c')];
    }
    this.#waiting += text;
    const keys: Key[] = [];
    for (let key = this.#next(); key !== undefined; key = this.#next()) keys.push(key);
    return keys;
  }

  flush(): Key[] {
    if (!this.undecided) return [];
    const rest = this.#waiting.slice(1);
    this.#waiting = '';
    return [press('escape'), ...this.feed(rest)];
  }

  #next(): Key | undefined {
    if (this.#pasted !== undefined) return this.#paste();
    const head = this.#waiting[0];
    if (head === undefined) return undefined;
    if (head === ESC) return this.#escape();
    if (isControl(head)) {
      this.#waiting = this.#waiting.slice(1);
      return press(controlName(head));
    }
    const text = /^\P{Cc}+/u.exec(this.#waiting)?.[0] ?? head;
    this.#waiting = this.#waiting.slice(text.length);
    return { kind: 'text', text };
  }

  #escape(): Key | undefined {
    if (this.#waiting.startsWith(PASTE_BEGINS)) {
      this.#waiting = this.#waiting.slice(PASTE_BEGINS.length);
      this.#pasted = '';
      return this.#paste();
    }
    const rest = this.#waiting.slice(1);
    if (UNFINISHED.test(rest)) return undefined;
    const sequence = SEQUENCE.exec(rest);
    if (sequence !== null) {
      this.#waiting = rest.slice(sequence[0].length);
      return press(sequenceName(sequence));
    }
    const next = String.fromCodePoint(rest.codePointAt(0) ?? 0);
    this.#waiting = rest.slice(next.length);
    return press(`alt-${isControl(next) ? controlName(next) : next}`);
  }

  #paste(): Key | undefined {
    const end = this.#waiting.indexOf(PASTE_ENDS);
    if (end === -1) {
      // The mark may have come in part.
      const sure = Math.max(0, this.#waiting.length - PASTE_ENDS.length + 1);
      this.#keep(this.#waiting.slice(0, sure));
      this.#waiting = this.#waiting.slice(sure);
      return undefined;
    }
    this.#keep(this.#waiting.slice(0, end));
    this.#waiting = this.#waiting.slice(end + PASTE_ENDS.length);
    const [text, leftOut] = [cleanPaste(this.#pasted ?? ''), this.#leftOut];
    this.#pasted = undefined;
    this.#leftOut = 0;
    return { kind: 'paste', text, ...(leftOut === 0 ? {} : { leftOut }) };
  }

  #keep(text: string): void {
    const room = MOST_PASTED - (this.#pasted?.length ?? 0);
    this.#pasted += text.slice(0, room);
    this.#leftOut += Math.max(0, text.length - room);
  }
}

/** Line ends as `\n`; other control characters but the tab are nothing that a person sends. */
function cleanPaste(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
}

function press(name: string): Key {
  return { kind: 'press', name };
}

function isControl(char: string): boolean {
  return /^\p{Cc}$/u.test(char);
}

function controlName(char: string): string {
  const code = char.charCodeAt(0);
  return CONTROLS[char] ?? (code >= 1 && code <= 26 ? `ctrl-${String.fromCharCode(code + 96)}` : 'unknown');
}

function sequenceName([, parameters = '', final = '', application = '']: readonly string[]): string {
  const [first = '', modifiers = ''] = parameters.split(';');
  if (application !== '') return FINALS[application] ?? 'unknown';
  if (final === 'u')
    return withModifiers(CONTROLS[String.fromCharCode(Number(first))] ?? 'unknown', modifiers);
  // xterm's modifyOtherKeys: 27;modifiers;code~
  if (final === '~' && first === '27')
    return withModifiers(
      CONTROLS[String.fromCharCode(Number(parameters.split(';')[2]))] ?? 'unknown',
      modifiers,
    );
  return withModifiers((final === '~' ? TILDES[first] : FINALS[final]) ?? 'unknown', modifiers);
}

/** xterm's modifiers: one more than shift 1 + alt 2 + ctrl 4. */
function withModifiers(name: string, modifiers: string): string {
  const bits = Math.max(0, Number.parseInt(modifiers, 10) - 1) || 0;
  if ((bits & 4) !== 0) return `ctrl-${name}`;
  if ((bits & 2) !== 0) return `alt-${name}`;
  return (bits & 1) !== 0 ? `shift-${name}` : name;
}
