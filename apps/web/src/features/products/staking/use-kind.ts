/** The tab a page of `/stake/*` shows: that of the URL at first, then the one the member chose. */
import { useState } from 'react';
import type { LoadedTab } from '../../../kernel/products/product-tabs.ts';
import { useParams } from '../../../platform/navigation/current-page.ts';

/** An unknown kind in the URL shows the first tab. */
export function useKind(
  tabs: readonly LoadedTab[],
): [tab: LoadedTab, choose: (kind: string) => void] {
  const { kind: named } = useParams();
  const [kind, setKind] = useState(named);
  const tab = tabs.find((each) => each.kind === kind) ?? tabs[0];
  if (!tab) throw new Error('the pages of products need at least one tab');
  return [tab, setKind];
}
