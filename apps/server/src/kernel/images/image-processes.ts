/** Redraws and marks images in child processes: limited in number and time, started on demand, ended when idle (ADR 28). */
import { type ChildProcess, fork } from 'node:child_process';
import type { Log } from '../../platform/log.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { Refusal } from '../requests/refusal.ts';

export interface DrawnImage {
  /** JPEG; of an icon PNG. */
  bytes: Uint8Array;
  width: number;
  height: number;
  /** 256 bits in hex; copies of a photograph differ in few of them. Empty of an icon. */
  differenceHash: string;
}

/** A stored image, and an SVG of the same size to draw over it. */
interface Marking {
  image: Uint8Array;
  overlay: string;
}

/** A picture that is to be drawn as a square icon. */
interface Icon {
  icon: Uint8Array;
}

export interface ImageProcesses {
  /**
   * @throws invalid-file for an image that cannot be drawn, or whose process crashed or hung; busy when too many wait
   */
  draw(upload: Uint8Array): Promise<DrawnImage>;
  /** PNG, WebP or SVG as a square icon. @throws as `draw`; also for one that is not square, or has too few pixels */
  drawIcon(upload: Uint8Array): Promise<DrawnImage>;
  /** Returns the marked image as JPEG. @throws busy; Error if it cannot be drawn */
  mark(marking: Marking): Promise<Uint8Array>;
  /** Ends all processes; images being drawn are refused. */
  stop(): void;
}

export interface ImageProcessesOptions {
  log: Log;
  /** How long an unused process is kept. */
  idleMs?: number;
  /** How long one image may take. Above the decoder's own time limit, whose error is more precise. */
  imageMsMax?: number;
}

type Task = Uint8Array | Marking | Icon;

/** The bundler copies this file beside the bundle (tools/bundle-server.mjs). */
const PROGRAM = new URL('./draw-image-process.mjs', import.meta.url);
/** Each uses one core and up to a few hundred MB while it draws. */
const PROCESSES_MAX = 2;
/** More would have to wait longer than callers do. */
const WAITING_MAX = 30;
/** After this many images a process is replaced, so that its memory is returned. */
const IMAGES_PER_PROCESS = 20;
const IDLE_MS = 15_000;
const IMAGE_MS_MAX = 15_000;
const START_MS_MAX = 15_000;
/** If both idle processes have ended, a new one gets the image. */
const ATTEMPTS_MAX = PROCESSES_MAX + 1;

/** Starts no process yet. */
export function createImageProcesses(options: ImageProcessesOptions): ImageProcesses {
  const { log, idleMs = IDLE_MS, imageMsMax = IMAGE_MS_MAX } = options;
  const inTurn = createSemaphore(PROCESSES_MAX, {
    max: WAITING_MAX,
    whenFull: () => new Refusal('busy'),
  });
  const running = new Set<ChildProcess>();
  const idle: { child: ChildProcess; images: number; timer: NodeJS.Timeout }[] = [];

  const start = async (): Promise<ChildProcess> => {
    const child = startProcess();
    running.add(child);
    child.once('exit', () => {
      running.delete(child);
      const at = idle.findIndex((entry) => entry.child === child);
      if (at >= 0) clearTimeout(idle.splice(at, 1)[0]!.timer);
    });
    await untilReady(child);
    return child;
  };

  const take = async () => {
    const entry = idle.pop();
    if (entry === undefined) return { child: await start(), images: 0 };
    clearTimeout(entry.timer);
    keepsServerAlive(entry.child, true);
    return entry;
  };

  const giveBack = (child: ChildProcess, images: number): void => {
    if (images >= IMAGES_PER_PROCESS) {
      child.kill('SIGKILL');
      return;
    }
    keepsServerAlive(child, false);
    const timer = setTimeout(() => child.kill('SIGKILL'), idleMs).unref();
    idle.push({ child, images, timer });
  };

  /** Undefined if it cannot be drawn. */
  const run = async (task: Task): Promise<DrawnImage | undefined> => {
    // An idle process may just have been killed from outside, which is not the image's fault.
    for (let attempt = 1; ; attempt += 1) {
      const { child, images } = await take();
      const outcome = await drawIn(child, task, imageMsMax);
      if (outcome.is === 'failed') {
        if (!outcome.hasBegun && attempt < ATTEMPTS_MAX) continue;
        log.warn({ err: outcome.error }, 'an image was refused: the process that drew it failed');
        return undefined;
      }
      giveBack(child, images + 1);
      return outcome.is === 'undrawable' ? undefined : outcome.image;
    }
  };

  const drawn = async (task: Task): Promise<DrawnImage> => {
    const image = await inTurn(() => run(task));
    if (image === undefined) throw wrongImage();
    return image;
  };

  return {
    draw: drawn,
    drawIcon: (icon) => drawn({ icon }),
    async mark(marking) {
      const marked = await inTurn(() => run(marking));
      if (marked === undefined) throw new Error('an image cannot be marked');
      return marked.bytes;
    },
    stop: () => {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

const wrongImage = () => new Refusal('invalid-file', { fields: ['base64Str'] });

/** Without our environment: a compromised decoder finds no credentials there. */
function startProcess(): ChildProcess {
  const child = fork(PROGRAM, {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Reported by the caller that waits for an answer; without a listener it would end the server.
  child.on('error', () => undefined);
  return child;
}

/** Fails when the process cannot be started. */
function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopListening = listen(child, START_MS_MAX, {
      onMessage: () => {
        stopListening();
        resolve();
      },
      onFailure: reject,
    });
  });
}

type Outcome =
  | { is: 'drawn'; image: DrawnImage }
  | { is: 'undrawable' }
  | { is: 'failed'; error: Error; hasBegun: boolean };

/** Draws one image in a process. A process that fails is killed. */
function drawIn(child: ChildProcess, task: Task, msMax: number): Promise<Outcome> {
  return new Promise((resolve) => {
    let hasBegun = false;
    const stopListening = listen(child, msMax, {
      onMessage: (message) => {
        if (message === 'begun') {
          hasBegun = true;
          return;
        }
        stopListening();
        const isDrawn = message !== 'undrawable';
        resolve(isDrawn ? { is: 'drawn', image: message as DrawnImage } : { is: 'undrawable' });
      },
      onFailure: (error) => resolve({ is: 'failed', error, hasBegun }),
    });
    // Sending fails only when the process has ended, which is noticed by its own event.
    child.send(task, () => undefined);
  });
}

interface Listener {
  onMessage(message: unknown): void;
  /** The process ended, or did not answer in time and is killed. Called at most once. */
  onFailure(error: Error): void;
}

/** Returns a function that stops listening. */
function listen(child: ChildProcess, msMax: number, { onMessage, onFailure }: Listener) {
  const stopListening = (): void => {
    clearTimeout(timer);
    child.off('message', onMessage).off('exit', onExit).off('error', fail);
  };
  const fail = (error: Error): void => {
    stopListening();
    child.kill('SIGKILL');
    onFailure(error);
  };
  const onExit = (code: number | null, signal: string | null): void =>
    fail(new Error(`the process ended with ${code ?? signal}`));
  const timer = setTimeout(() => fail(new Error(`no answer within ${msMax} ms`)), msMax);
  child.on('message', onMessage).on('exit', onExit).on('error', fail);
  return stopListening;
}

/** An idle process does not keep the server from ending. */
function keepsServerAlive(child: ChildProcess, does: boolean): void {
  child[does ? 'ref' : 'unref']();
  child.channel?.[does ? 'ref' : 'unref']();
}
