-- feature: kernel
-- Floors of terms that no setting lowers (ADR 25): the notice of a change, and what a timed contract pays.

-- Also of a version of the setting.
create function setting_within_floors(key text, value jsonb) returns boolean language sql immutable as $$
  select case key
    when 'operators.noticeMinutes' then coalesce((value #>> '{}')::numeric >= 60, false)
    -- By duration; under "markets" those of a market, by its symbol.
    when 'futures.ratios' then coalesce((
      select bool_and(ratio::numeric between 0.1 and 0.98) from (
        select ratio from jsonb_each_text(value - 'markets') as usual(seconds, ratio)
        union all
        select ratio from jsonb_each(coalesce(value -> 'markets', '{}')) as market(symbol, ratios)
          cross join lateral jsonb_each_text(ratios) as own(seconds, ratio)
      ) every), false)
    else true
  end
$$;
alter table settings add constraint settings_within_floors check (setting_within_floors(key, value)) not valid;
grant execute on function setting_within_floors to tern_app;
