/** The public interface of the kit: components, token helpers, icons, and number formatting. */
export * from './actions/button.tsx';
export { type Press, Pressable, type PressableProps, usePressGuard } from './actions/pressable.tsx';
export * from './actions/segmented.tsx';
export { TabPanel, Tabs } from './actions/tabs.tsx';
export * from './class-names.ts';
export * from './content/card.tsx';
export * from './content/figures.tsx';
export * from './content/note.tsx';
export * from './content/progress-bar.tsx';
export * from './content/row.tsx';
export * from './content/skeleton.tsx';
export * from './content/skeleton-shapes.tsx';
export * from './content/state-block.tsx';
export * from './content/visually-hidden.tsx';
export { WrittenText, type WrittenBlock, type WrittenTextProps } from './content/written-text.tsx';
export { ownDevice } from './device-key.ts';
export * from './fields/amount-field.tsx';
export * from './fields/big-amount-field.tsx';
export * from './fields/checkbox.tsx';
export { focusFirstError } from './fields/field.tsx';
export { GrowingField, type GrowingFieldProps } from './fields/growing-field.tsx';
export * from './fields/number-field.tsx';
export * from './fields/select.tsx';
export { Slider } from './fields/slider.tsx';
export * from './fields/text-field.tsx';
export * from './icons/account-icons.ts';
export * from './icons/control-icons.ts';
export * from './icons/icon.tsx';
export * from './icons/interface-icons.ts';
export * from './icons/marks.tsx';
export { Inline, Stack, Text } from './layout/layout.tsx';
export * from './market/ladder.tsx';
export { usePriceTint } from './market/price-tint.ts';
export * from './market/quote-row.tsx';
export { Sparkline } from './market/sparkline.tsx';
export type { NumberText } from './numbers/decimal-text.ts';
export { formatAxis } from './numbers/format-axis.ts';
export * from './numbers/format-date.ts';
export { formatDuration } from './numbers/format-duration.ts';
export {
  type AmountOptions,
  amountPlaces,
  changeDirection,
  formatAmount,
  formatChange,
  formatPercent,
  formatPercentRange,
  formatPrice,
  formatVolume,
  type PriceOptions,
} from './numbers/format-number.ts';
export * from './numbers/number-text.tsx';
export { rem, textScale } from './rem.ts';
export { type StepRequest, stepDecimal } from './numbers/read-number.ts';
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
export { CtaBar, ScreenBody, Section } from './screen/screen-body.tsx';
export * from './screen/screen-header.tsx';
export * from './shell/app-column.tsx';
export * from './shell/engraving.tsx';
export { NoticeStrip, type NoticeStripProps } from './shell/notice-strip.tsx';
export type { StatusColour } from './shell/status-bar.tsx';
export * from './shell/tab-bar.tsx';
export * from './ui-texts.ts';
