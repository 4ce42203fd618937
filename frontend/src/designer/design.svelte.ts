/** A copy of a house under change: what differs from it, and what the server makes of that. */
import { post, Refused } from '../lib/api';
import { keepDesign, keptDesign, type Kept } from './savedDesign';
import type { Checked, DesignForm, Field, FirstFigures, Solved, RefusalMessage } from '../lib/schema';
import { session } from '../lib/session.svelte';
import { same, type Value } from './fields/fieldValues';

const PAUSE = 250;

/** Where a defect is, as the form names it: a table of one's own is the table of its kind. */
const place = (where: string) => where.replace(/^(\w+)\.own\./, '$1.');

/** Another question took the place of this one, though it is still wanted: it is asked again. */
const superseded = (error: unknown) => error instanceof Refused && error.told.code === 'work/superseded';

export class Design {
  house = $state('');
  id = $state('');
  name = $state('');
  /** A rulebook file that the copy is of, instead of a house. */
  file = $state.raw<{ name: string; text: string } | null>(null);
  form = $state.raw<DesignForm | null>(null);
  entries = $state.raw<Record<string, Value>>({});
  /** What the Progressive's meter is taken to stand at, in cents; 0 is its seed. */
  meter = $state(0);
  /** The house it is compared with. */
  rival = $state('');
  checked = $state.raw<Checked | null>(null);
  /** What it was called when it last was a house. */
  called = $state.raw({ id: '', name: '' });
  first = $state.raw<FirstFigures | null>(null);
  solved = $state.raw<Solved | null>(null);
  /** Why a good rulebook has no figures. */
  unsolved = $state.raw<RefusalMessage | null>(null);
  busy = $state(true);
  trouble = $state('');

  #asked = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted: AbortController | null = null;

  readonly fields = $derived(
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made anew, never changed
    new Map((this.form?.groups ?? []).flatMap((group) => group.fields).map((field) => [field.path, field])),
  );
  /** All that is said against it, each with its place in the form. */
  readonly defects = $derived<RefusalMessage[]>(
    [...(this.checked?.defects ?? []), ...(this.unsolved ? [this.unsolved] : [])].map((one) => ({
      ...one,
      where: place(one.where),
    })),
  );

  /** What it is a copy of. */
  get #ground(): object {
    return this.file ? { rulebook: this.file.text } : { house: this.house };
  }

  /** What is asked of the server: the house, and only what differs from it. */
  get asked(): object {
    const { id, name, entries, meter } = this;
    return { ...this.#ground, id, name, entries, meter };
  }

  get changed(): boolean {
    return Object.keys(this.entries).length > 0 || this.id !== '' || this.name !== '';
  }

  /** Go on where this tab was, unless the address asks for another house. */
  async resume(asked: string, usual: string): Promise<void> {
    const kept = keptDesign(asked);
    this.#asked = kept ? kept.asked : asked;
    this.rival = kept?.rival ?? '';
    await (kept ? this.#start(kept.house, kept.file, kept) : this.begin(asked || usual));
  }

  /** Begin with an unchanged copy of a house. */
  async begin(house: string): Promise<void> {
    await this.#start(house, null);
  }

  /** Begin with a rulebook file; one with defects is not opened, and nothing is lost. */
  async open(name: string, text: string): Promise<RefusalMessage[]> {
    try {
      await session.somebody();
      const checked = await post<Checked>('/api/designer/check', { rulebook: text });
      if (checked.ok) await this.#start(checked.rests_on, { name, text });
      return checked.defects;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return [error.told];
    }
  }

  /** The unchanged copy again. */
  async restart(): Promise<void> {
    await this.#start(this.house, this.file);
  }

  async #start(house: string, file: Kept['file'], kept?: Kept): Promise<void> {
    [this.house, this.file] = [house, file];
    [this.id, this.name] = [kept?.id ?? '', kept?.name ?? ''];
    this.entries = kept?.entries ?? {};
    this.meter = kept?.meter ?? 0;
    const asked = this.#ground;
    try {
      await session.somebody();
      const form = await post<DesignForm>('/api/designer/form', asked);
      if (house !== this.house || file !== this.file) return;
      this.form = form;
      this.#later(0);
    } catch (error) {
      this.#tell(error);
    }
  }

  /** A field as the design has it, or as what it is a copy of does. */
  value(path: string): unknown {
    return path in this.entries ? this.entries[path] : this.below(path);
  }

  /** Before any change: a pay table has the lines of the one that is chosen. */
  below(path: string): unknown {
    const choice = `tables.${path.split('.')[0]}`;
    const tables = this.form?.printed[choice];
    return tables?.[String(this.value(choice))]?.[path] ?? this.fields.get(path)?.value ?? undefined;
  }

  changes(path: string): boolean {
    return path in this.entries;
  }

  /** Whether a field bears on this design. */
  counts(field: Field): boolean {
    return !field.needs || this.value(field.needs) === true;
  }

  /** Take a value; what says nothing new is no change, and a chosen table brings its lines. */
  set(path: string, value: Value): void {
    const filled = Object.values(this.form?.printed[path] ?? {}).flatMap((table) => Object.keys(table));
    const kept = Object.entries(this.entries).filter(([name]) => name !== path && !filled.includes(name));
    this.entries = Object.fromEntries(kept);
    const before = this.below(path);
    const empty = before === undefined && ['""', '[]', '{}'].includes(JSON.stringify(value));
    if (!empty && !same(value, before)) this.entries = { ...this.entries, [path]: value };
    this.#later();
  }

  undo(path: string): void {
    const { [path]: _, ...others } = this.entries;
    this.entries = others;
    this.#later();
  }

  rename(id: string, name: string): void {
    [this.id, this.name] = [id, name];
    this.#later();
  }

  suppose(meter: number): void {
    this.meter = meter;
    this.#later();
  }

  /** What is said against a field, with the rest of the way to the line it means. */
  against(path: string): (RefusalMessage & { line: string })[] {
    return this.defects
      .filter(({ where }) => where === path || where.startsWith(`${path}.`) || where.startsWith(`${path}[`))
      .map((told) => ({ ...told, line: /^[.[](\w+)/.exec(told.where.slice(path.length))?.[1] ?? '' }));
  }

  /** Ask once nothing has changed for a moment; what was asked before is called off. */
  #later(pause = PAUSE): void {
    this.#keep();
    clearTimeout(this.#timer);
    this.#wanted?.abort();
    this.busy = true;
    this.#timer = setTimeout(() => void this.#ask(), pause);
  }

  /** Check and edge at once; how hands end follows, so that the edge need not wait for it. */
  async #ask(): Promise<void> {
    const { signal } = (this.#wanted = new AbortController());
    const asked = this.asked;
    try {
      await session.somebody();
      const edge = post<FirstFigures>('/api/solve/edge', asked, signal);
      edge.catch(() => undefined);
      const checked = await post<Checked>('/api/designer/check', asked, signal);
      if (signal.aborted) return;
      [this.checked, this.trouble, this.unsolved] = [checked, '', null];
      if (checked.ok) {
        this.called = { id: checked.id, name: checked.name };
        const first = await edge;
        if (signal.aborted) return;
        this.first = first;
        const solved = await post<Solved>('/api/solve', asked, signal);
        if (signal.aborted) return;
        this.solved = solved;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (superseded(error)) {
        this.#later();
        return;
      }
      this.#tell(error);
    }
    this.busy = false;
  }

  compare(house: string): void {
    this.rival = house;
    this.#keep();
  }

  #keep(): void {
    const { house, file, id, name, entries, meter, rival } = this;
    keepDesign({ asked: this.#asked, house, file, id, name, entries, meter, rival });
  }

  #tell(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    const { code } = error.told;
    if (code.startsWith('solve/')) {
      this.unsolved = error.told;
      this.first = this.solved = null;
    } else this.trouble = error.message;
    this.busy = false;
  }

  /** Nobody looks any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#wanted?.abort();
  }
}
