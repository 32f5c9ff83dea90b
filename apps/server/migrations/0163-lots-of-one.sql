-- feature: kernel
-- A lot above 1 has no place in HTX's wire format (`amount-precision` counts decimal places), so programs could not trade these
-- markets. Price × quantity may now be finer than the quote asset's scale: an order rounds its total (spot rules).

update instruments set lot_size = 1, updated_at = now() where lot_size > 1;
