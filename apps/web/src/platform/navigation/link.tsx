/** A link to a page of the app: a real address, shown without loading the document again. */
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useNavigator } from './current-page.ts';
import { loadPage } from './page-script.ts';
import { hashOf, type Params, type Path } from './route.ts';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: Path;
  params?: Params;
}

/** `<a>` to a page; its script starts loading when a finger touches it. */
export function Link({ to, params = {}, onClick, children, ...rest }: LinkProps) {
  const navigator = useNavigator();
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isOurs = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (event.defaultPrevented || !isOurs) return;
    event.preventDefault();
    navigator.push(to, params);
  };
  const preload = () => {
    const route = navigator.routes.get(to);
    if (route) void loadPage(route);
  };
  return (
    <a {...rest} href={hashOf(to, params)} onClick={open} onPointerDown={preload}>
      {children}
    </a>
  );
}
