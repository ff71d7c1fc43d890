/** SQL that undoes every migration after version 1.0.0 on SQLite. */
export const BACK_TO_1_0_0 = `
  drop table import_files;
  drop table imports;
  drop table key_uses;
  drop table first_links;
  alter table accounts drop column disabled_at;
  drop index api_keys_by_chain;
  alter table api_keys drop column rotated_from;
  alter table api_keys drop column chain_id;
  alter table api_keys drop column label;
  alter table api_keys drop column role;
  alter table api_keys drop column allowed_origins;
  drop table event_parts;
  alter table events drop column pet_created_at;
  alter table events drop column status_changed_at;
  alter table events drop column profile_tag;
  alter table events drop column merged_into;
  drop table photo_files;
  drop table photos;
  drop table removed_pets;
  drop table merged_pets;
  drop table profiles;
  drop table search_prefixes;
  drop table name_trigrams;
  drop table search_progress;
  drop table stale_prefixes;
  drop table settings;
  drop index pets_by_creation;
  drop index pending_pets_by_time;
  drop index sold_pets_by_time;
  drop index completed_orders_by_time;
  drop index available_pets_by_care;
  drop index available_pets_by_waiting;
  drop index available_pets_of_category_by_waiting;
  alter table pets drop column waiting_order;
  alter table pets drop column without_photo;
  alter table pets drop column in_care_since;
  alter table pets drop column created_at;
  alter table pets drop column status_changed_at;
  alter table pets drop column updated_at;
  drop table store_identity;
  drop table skipped_ids;
  drop index imported_pets_by_pet;
  drop index imported_pets_by_reference;
  drop index events_by_time;
  drop index events_by_account_id;
  drop index events_by_api_key_id;
  drop index imported_pets_by_origin;
  drop index closed_orders_by_pet_id;
  drop index closed_orders_by_pet_and_account_id;
  drop index closed_orders_by_pet_and_owner_id;
  create index orders_by_pet_id on orders (pet_id, id);
  create index orders_by_pet_id_and_status on orders (pet_id, status, id);
  alter table imported_pets drop column origin;
  alter table imported_pets drop column profile;
  alter table imported_pets drop column photos;
  alter table imported_pets drop column row_date;
  alter table imported_pets drop column merged_from;
  drop view category_totals;
  drop trigger pets_counted_after_insert;
  drop trigger pets_counted_after_delete;
  drop trigger pets_counted_after_update;
  drop table access_version;
  ${['accounts', 'api_keys', 'bans']
    .flatMap((table) =>
      ['insert', 'update', 'delete'].map((event) => `drop trigger ${table}_new_version_after_${event};`),
    )
    .join('\n  ')}
  alter table categories drop column pets;
  alter table categories drop column available;
  delete from kysely_migration where name >= '0004'`;
