/** A changed copy of a house: its changes, and the server's check and figures of it. */
import { sentence } from '../format/sentences';
import { post, RefusalError } from '../lib/api';
import type { Checked, DesignForm, Field, FirstFigures, RefusalMessage, Solved } from '../lib/schema';
import { session } from '../lib/session.svelte';
import { sameValue, type Value } from './fields/fieldValues';
import { loadDesign, saveDesign, type SavedDesign } from './savedDesign';

const PAUSE = 250;

/** The path of a defect as the form has it: an own pay table counts as the table of its kind. */
const formPath = (where: string) => where.replace(/^(\w+)\.own\./, '$1.');

/** Whether the server dropped this request for a newer one; it must be repeated. */
const superseded = (error: unknown) => error instanceof RefusalError && error.refusal.code === 'work/superseded';

export class Design {
  house = $state('');
  id = $state('');
  name = $state('');
  /** The rulebook file that was copied instead of a house. */
  file = $state.raw<{ name: string; text: string } | null>(null);
  form = $state.raw<DesignForm | null>(null);
  entries = $state.raw<Record<string, Value>>({});
  /** The assumed amount of the Progressive's meter, in cents; 0 is its seed. */
  meter = $state(0);
  /** The Ante that the game is solved for, in cents; 0 is the minimum. */
  ante = $state(0);
  /** The house that the design is compared with. */
  rival = $state('');
  checked = $state.raw<Checked | null>(null);
  /** Its id and name when it last was a valid house. */
  lastValid = $state.raw({ id: '', name: '' });
  first = $state.raw<FirstFigures | null>(null);
  solved = $state.raw<Solved | null>(null);
  /** Why a valid rulebook has no figures. */
  unsolved = $state.raw<RefusalMessage | null>(null);
  busy = $state(true);
  error = $state('');

  #requested = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | null = null;

  readonly fields = $derived(
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced, never changed
    new Map((this.form?.groups ?? []).flatMap((group) => group.fields).map((field) => [field.path, field])),
  );
  /** All defects, each with its path in the form. */
  readonly defects = $derived<RefusalMessage[]>(
    [...(this.checked?.defects ?? []), ...(this.unsolved ? [this.unsolved] : [])].map((one) => ({
      ...one,
      where: formPath(one.where),
    })),
  );

  /** What was copied. */
  get #source(): object {
    return this.file ? { rulebook: this.file.text } : { house: this.house };
  }

  /** The design as it is sent to the server: the house and the changes. */
  get body(): object {
    const { id, name, entries, meter, ante } = this;
    return { ...this.#source, id, name, entries, meter, ante };
  }

  get changed(): boolean {
    return Object.keys(this.entries).length > 0 || this.id !== '' || this.name !== '';
  }

  /** Continue the saved design, unless the address asks for another house. */
  async resume(requested: string, fallback: string): Promise<void> {
    const saved = loadDesign(requested);
    this.#requested = saved ? saved.requested : requested;
    this.rival = saved?.rival ?? '';
    await (saved ? this.#start(saved.house, saved.file, saved) : this.begin(requested || fallback));
  }

  /** Begin with an unchanged copy of a house. */
  async begin(house: string): Promise<void> {
    await this.#start(house, null);
  }

  /** Begin with a rulebook file; one with defects is not opened, and the present design stays. */
  async open(name: string, text: string): Promise<RefusalMessage[]> {
    try {
      await session.ensurePlayer();
      const checked = await post<Checked>('/api/designer/check', { rulebook: text });
      if (checked.ok) await this.#start(checked.rests_on, { name, text });
      return checked.defects;
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      return [error.refusal];
    }
  }

  /** Undo all changes. */
  async restart(): Promise<void> {
    await this.#start(this.house, this.file);
  }

  async #start(house: string, file: SavedDesign['file'], saved?: SavedDesign): Promise<void> {
    [this.house, this.file] = [house, file];
    [this.id, this.name] = [saved?.id ?? '', saved?.name ?? ''];
    this.entries = saved?.entries ?? {};
    this.meter = saved?.meter ?? 0;
    this.ante = 0;
    const source = this.#source;
    try {
      await session.ensurePlayer();
      const form = await post<DesignForm>('/api/designer/form', source);
      if (house !== this.house || file !== this.file) return;
      this.form = form;
      this.#schedule(0);
    } catch (error) {
      this.#showError(error);
    }
  }

  /** The value of a field in the design, or in what was copied. */
  value(path: string): unknown {
    return path in this.entries ? this.entries[path] : this.baseValue(path);
  }

  /** The value before any change; a pay table has the lines of the one that is chosen. */
  baseValue(path: string): unknown {
    const choice = `tables.${path.split('.')[0]}`;
    const tables = this.form?.printed[choice];
    return tables?.[String(this.value(choice))]?.[path] ?? this.fields.get(path)?.value ?? undefined;
  }

  isChanged(path: string): boolean {
    return path in this.entries;
  }

  /** Whether a field applies to this design. */
  applies(field: Field): boolean {
    return !field.needs || this.value(field.needs) === true;
  }

  /** Set a value. The base value is no change, and choosing a pay table resets its lines. */
  set(path: string, value: Value): void {
    const reset = Object.values(this.form?.printed[path] ?? {}).flatMap((table) => Object.keys(table));
    const others = Object.entries(this.entries).filter(([name]) => name !== path && !reset.includes(name));
    this.entries = Object.fromEntries(others);
    const before = this.baseValue(path);
    const empty = before === undefined && ['""', '[]', '{}'].includes(JSON.stringify(value));
    if (!empty && !sameValue(value, before)) this.entries = { ...this.entries, [path]: value };
    this.#schedule();
  }

  undo(path: string): void {
    const { [path]: _, ...others } = this.entries;
    this.entries = others;
    this.#schedule();
  }

  rename(id: string, name: string): void {
    [this.id, this.name] = [id, name];
    this.#schedule();
  }

  assumeMeter(meter: number): void {
    this.meter = meter;
    this.#schedule();
  }

  solveAt(ante: number): void {
    this.ante = ante;
    this.#schedule();
  }

  /** The defects of a field, with the line that each is about. */
  defectsOf(path: string): (RefusalMessage & { line: string })[] {
    return this.defects
      .filter(({ where }) => where === path || where.startsWith(`${path}.`) || where.startsWith(`${path}[`))
      .map((defect) => ({ ...defect, line: /^[.[](\w+)/.exec(defect.where.slice(path.length))?.[1] ?? '' }));
  }

  /** Evaluate the design after a pause without changes; an earlier request is canceled. */
  #schedule(pause = PAUSE): void {
    this.#save();
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.busy = true;
    this.#timer = setTimeout(() => void this.#evaluate(), pause);
  }

  /** Ask for the check and the edge at the same time, then for the remaining figures. */
  async #evaluate(): Promise<void> {
    const { signal } = (this.#request = new AbortController());
    const { body } = this;
    try {
      await session.ensurePlayer();
      const edge = post<FirstFigures>('/api/solve/edge', body, signal);
      edge.catch(() => undefined);
      const checked = await post<Checked>('/api/designer/check', body, signal);
      if (signal.aborted) return;
      [this.checked, this.error, this.unsolved] = [checked, '', null];
      if (checked.ok) {
        this.lastValid = { id: checked.id, name: checked.name };
        const first = await edge;
        if (signal.aborted) return;
        this.first = first;
        const solved = await post<Solved>('/api/solve', body, signal);
        if (signal.aborted) return;
        this.solved = solved;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (superseded(error)) {
        this.#schedule();
        return;
      }
      this.#showError(error);
    }
    this.busy = false;
  }

  compare(house: string): void {
    this.rival = house;
    this.#save();
  }

  #save(): void {
    const { house, file, id, name, entries, meter, rival } = this;
    saveDesign({ requested: this.#requested, house, file, id, name, entries, meter, rival });
  }

  #showError(error: unknown): void {
    if (!(error instanceof RefusalError)) throw error;
    const { code } = error.refusal;
    if (code.startsWith('solve/')) {
      this.unsolved = error.refusal;
      this.first = this.solved = null;
    } else this.error = sentence(error.message);
    this.busy = false;
  }

  /** Cancel all requests. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
  }
}
