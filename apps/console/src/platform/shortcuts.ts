/** Single keys that act, wherever the focus is, except in fields and under dialogs (WCAG 2.1.4: may be turned off). */
import { useEffect, useEffectEvent } from 'react';
import { remembered } from './remembered.ts';

const kept = remembered('shortcuts');

export function areShortcutsOn(): boolean {
  return kept.read() !== 'off';
}

export function setShortcutsOn(isOn: boolean): void {
  kept.write(isOn ? undefined : 'off');
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select') !== null;
}

/** By key as typed: `{ j: down, '?': help }`. A key without an act stays the browser's. */
export function useShortcuts(acts: Readonly<Record<string, (() => void) | undefined>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (!areShortcutsOn() || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
