-- feature: catalogue
-- Scheduled versions of products and those in force are stated for the public log (ADR 89).

create function product_versions_state(version product_versions) returns void language sql as $$
  select transparency_state('product', version.id, array['tern product version 1', version.product_id::text, version.version::text,
    transparency_ms(version.effective_at), transparency_hash(d.content), version.state], d.content)
  from transparency_plain_json(jsonb_build_object('isOpen', version.is_open, 'terms', version.terms)) d(content)
$$;
create function product_versions_state_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform product_versions_state(new);
  return null;
end
$$;
create trigger product_versions_stated after insert on product_versions
  for each row when (new.state in ('scheduled', 'inForce', 'replaced')) execute function product_versions_state_change();
create trigger product_versions_restated after update on product_versions for each row
  when ((new.state in ('scheduled', 'inForce', 'replaced') or old.state in ('scheduled', 'inForce', 'replaced'))
    and (new.product_id, new.version, new.terms, new.is_open, new.effective_at, new.state)
      is distinct from (old.product_id, old.version, old.terms, old.is_open, old.effective_at, old.state))
  execute function product_versions_state_change();

select count(product_versions_state(f.version)) from (
  select v as version from product_versions v where v.state in ('scheduled', 'inForce', 'replaced') order by v.id
) f;
