/** Single-key shortcuts, inactive in fields and while a dialog is open. They can be turned off (WCAG 2.1.4). */
import { useEffect, useEffectEvent } from 'react';
import { remembered } from './remembered.ts';

const setting = remembered('shortcuts');

export function areShortcutsOn(): boolean {
  return setting.read() !== 'off';
}

export function setShortcutsOn(isOn: boolean): void {
  setting.write(isOn ? undefined : 'off');
}

/** What is pressed, not typed into: a tick box keeps the focus after it was used. */
const PRESSED = ['checkbox', 'radio', 'button', 'submit', 'file'];

function isTyping(target: EventTarget | null): boolean {
  const field = target instanceof Element ? target.closest('input, textarea, select') : null;
  if (field instanceof HTMLInputElement) return !PRESSED.includes(field.type);
  return field !== null;
}

/** Actions by key: `{ j: down, '?': help }`. Other keys are left to the browser. */
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
