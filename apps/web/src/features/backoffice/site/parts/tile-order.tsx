/** The order of home's tiles: each but the first can be moved up. */
import { arrowUpIcon, IconButton, Row } from '@tern/ui';
import { inOrder } from '../../../../kernel/home-tiles.ts';
import { tileOrder } from '../../../../kernel/tile-order.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { shortcuts } from './shortcut-tiles.ts';

export function TileOrder() {
  const t = useT();
  // Drawn again with each change.
  tileOrder.use();
  const tiles = inOrder(shortcuts);
  const moveUp = (at: number) => {
    const paths: string[] = tiles.map(({ path }) => path);
    paths.splice(at - 1, 0, ...paths.splice(at, 1));
    tileOrder.edit(paths);
  };
  return tiles.map(({ path, label, icon }, at) => {
    const tile = t(label);
    return (
      <Row
        key={path}
        icon={icon}
        title={tile}
        value={
          at > 0 && (
            <IconButton
              icon={arrowUpIcon}
              label={t('site.moveUp', { tile })}
              onPress={() => moveUp(at)}
            />
          )
        }
      />
    );
  });
}
