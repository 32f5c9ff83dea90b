/** The public interface of the kit: components, token helpers, icons, and number formatting. */
export * from './actions/button.tsx';
export * from './actions/chip.tsx';
export * from './actions/icon-button.tsx';
export { type Press, Pressable, type PressableProps } from './actions/pressable.tsx';
export { usePressGuard } from './actions/press-guard.ts';
export * from './actions/segmented.tsx';
export * from './actions/tabs.tsx';
export * from './actions/text-button.tsx';
export * from './brand.ts';
export * from './class-names.ts';
export * from './content/card.tsx';
export * from './content/key-value.tsx';
export * from './content/note.tsx';
export * from './content/pill.tsx';
export * from './content/row.tsx';
export * from './content/skeleton.tsx';
export * from './content/skeleton-shapes.tsx';
export * from './content/state-block.tsx';
export * from './content/visually-hidden.tsx';
export { WrittenText, type WrittenBlock, type WrittenTextProps } from './content/written-text.tsx';
export * from './fields/amount-field.tsx';
export * from './fields/big-amount-field.tsx';
export * from './fields/checkbox.tsx';
export { focusFirstError } from './fields/field.tsx';
export { GrowingField, type GrowingFieldProps } from './fields/growing-field.tsx';
export * from './fields/number-field.tsx';
export * from './fields/select.tsx';
export * from './fields/slider.tsx';
export * from './fields/switch.tsx';
export * from './fields/text-field.tsx';
export * from './icons/account-icons.ts';
export * from './icons/brand-mark.tsx';
export * from './icons/coin-mark.tsx';
export * from './icons/direction-arrow.tsx';
export * from './icons/icon.tsx';
export * from './icons/interface-icons.ts';
export * from './icons/money-icons.ts';
export * from './market/ladder.tsx';
export { usePriceTint } from './market/price-tint.ts';
export * from './market/quote-row.tsx';
export * from './market/sparkline.tsx';
export { amountPlaces } from './numbers/amount-places.ts';
export type { NumberText } from './numbers/decimal-text.ts';
export * from './numbers/format-date.ts';
export {
  type AmountOptions,
  changeDirection,
  formatAmount,
  formatChange,
  formatPercent,
  formatPercentRange,
  formatPrice,
  formatVolume,
  type PriceOptions,
} from './numbers/format-number.ts';
export * from './numbers/number-locale.ts';
export * from './numbers/number-text.tsx';
export { parseInput } from './numbers/parse-input.ts';
export { type StepRequest, stepDecimal } from './numbers/step-decimal.ts';
export { LayerProvider, type OnLayer, useBackCloses } from './overlays/back-closes.ts';
export * from './overlays/confirm-dialog.tsx';
export * from './overlays/sheet.tsx';
export {
  clearToast,
  leavePage,
  showToast,
  type ToastAction,
  type ToastKind,
} from './overlays/toast-store.ts';
export * from './overlays/toaster.tsx';
export * from './screen/nav-bar.tsx';
export * from './screen/screen-body.tsx';
export * from './screen/screen-header.tsx';
export * from './screen/section.tsx';
export * from './shell/app-column.tsx';
export * from './shell/engraving.tsx';
export { PaperStrip, type PaperStripProps } from './shell/paper-strip.tsx';
export type { StatusColour } from './shell/status-bar.tsx';
export * from './shell/tab-bar.tsx';
export * from './ui-texts.ts';
