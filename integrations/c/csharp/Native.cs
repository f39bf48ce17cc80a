// What hitmask.h declares, for C#. Made by `cargo xtask generate header` from the sources of integrations/c. Do not edit it.
using System;
using System.Runtime.InteropServices;

namespace Hitmask
{
    internal static partial class Native
    {
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint hitmask_abi_version();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr hitmask_version();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr hitmask_last_error();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_new(uint width, uint height, out MaskHandle mask);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_filled(uint width, uint height, out MaskHandle mask);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_from_rgba(ref byte pixels, UIntPtr length, uint width, uint height, UIntPtr stride, byte alpha_above, out MaskHandle mask);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_from_alpha(ref byte pixels, UIntPtr length, uint width, uint height, UIntPtr stride, byte alpha_above, out MaskHandle mask);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_from_color_key(ref byte pixels, UIntPtr length, uint width, uint height, UIntPtr stride, ref byte key, out MaskHandle mask);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_from_pixels(ref byte pixels, UIntPtr length, uint width, uint height, ref NativePixelLayout layout, out MaskHandle mask);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_from_bit_rows(ref byte bits, UIntPtr length, uint width, uint height, int stride, byte high_first, out MaskHandle mask);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_from_bits(ref byte bits, UIntPtr length, uint width, uint height, out MaskHandle mask);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_from_text(ref byte text, UIntPtr length, out MaskHandle mask);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_copy(MaskHandle mask, out MaskHandle copy);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void hitmask_mask_free(IntPtr mask);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_to_alpha(MaskHandle mask, ref byte pixels, UIntPtr length, UIntPtr stride, byte solid, byte free);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_to_rgba(MaskHandle mask, ref byte pixels, UIntPtr length, UIntPtr stride, ref byte solid, ref byte free);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_clear_alpha(MaskHandle mask, ref byte pixels, UIntPtr length, UIntPtr stride);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_to_bits(MaskHandle mask, ref byte bits, UIntPtr length);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_to_bytes(MaskHandle mask, ref byte bytes, UIntPtr capacity, out UIntPtr length);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_from_bytes(ref byte bytes, UIntPtr length, out MaskHandle mask);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_size(MaskHandle mask, out uint width, out uint height);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_contains(MaskHandle mask, int x, int y, out byte solid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_count(MaskHandle mask, out ulong count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_bounds(MaskHandle mask, out Rect bounds);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_centroid(MaskHandle mask, out byte found, out Real centroid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_angle(MaskHandle mask, out byte found, out double degrees);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_moments(MaskHandle mask, out Moments moments);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_pixels(MaskHandle mask, ref Point pixels, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_runs(MaskHandle mask, ref Run runs, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_overlaps(MaskHandle mask, MaskHandle other, int x, int y, out byte overlaps);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_overlap_first(MaskHandle mask, MaskHandle other, int x, int y, out byte found, out Point first);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_overlap_area(MaskHandle mask, MaskHandle other, int x, int y, out ulong area);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_overlap_bounds(MaskHandle mask, MaskHandle other, int x, int y, out Rect bounds);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_overlap_mask(MaskHandle mask, MaskHandle other, int x, int y, out MaskHandle shared);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_overlaps_rect(MaskHandle mask, int left, int top, uint width, uint height, out byte overlaps);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_overlaps_circle(MaskHandle mask, double x, double y, double radius, out byte overlaps);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_overlaps_polygon(MaskHandle mask, ref Real points, UIntPtr count, out byte overlaps);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_set(MaskHandle mask, int x, int y, byte solid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_fill(MaskHandle mask, byte solid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_invert(MaskHandle mask);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_fill_rect(MaskHandle mask, int left, int top, uint width, uint height, byte solid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_fill_circle(MaskHandle mask, double x, double y, double radius, byte solid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_fill_line(MaskHandle mask, int from_x, int from_y, int to_x, int to_y, byte solid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_fill_polygon(MaskHandle mask, ref Real points, UIntPtr count, byte solid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_draw(MaskHandle mask, MaskHandle other, int x, int y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_erase(MaskHandle mask, MaskHandle other, int x, int y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_toggle(MaskHandle mask, MaskHandle other, int x, int y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_intersect(MaskHandle mask, MaskHandle other, int x, int y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_oriented(MaskHandle mask, byte flip_x, uint quarter_turns, out MaskHandle made);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_scaled(MaskHandle mask, uint width, uint height, out MaskHandle made);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_rotated(MaskHandle mask, double degrees, out MaskHandle made, out Point at);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_transformed(MaskHandle mask, ref double m, out MaskHandle made, out Point at);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_cropped(MaskHandle mask, out MaskHandle made, out Point at);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_grown(MaskHandle mask, double radius, out MaskHandle made, out Point at);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_shrunk(MaskHandle mask, double radius, out MaskHandle made, out Point at);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_overlap_normal(MaskHandle mask, MaskHandle other, int x, int y, out byte found, out Real normal);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_penetration(MaskHandle mask, MaskHandle other, int x, int y, out byte found, out Point move);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_penetration_along(MaskHandle mask, MaskHandle other, int x, int y, int direction_x, int direction_y, out byte found, out Point move);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_distance(MaskHandle mask, MaskHandle other, int x, int y, out byte found, out double distance);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_nearest_free(MaskHandle mask, MaskHandle other, int x, int y, uint limit, ref Rect within, out byte found, out Point nearest);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_cast_ray(MaskHandle mask, int from_x, int from_y, int to_x, int to_y, out RayHit hit);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_sweep(MaskHandle mask, MaskHandle other, int from_x, int from_y, int to_x, int to_y, out SweepHit hit);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_colliding_offsets(MaskHandle mask, MaskHandle other, out MaskHandle made, out Point at);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_convolve(MaskHandle mask, MaskHandle other, out MaskHandle made);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_component_bounds(MaskHandle mask, byte diagonal, ref Component components, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_component_at(MaskHandle mask, int x, int y, byte diagonal, out MaskHandle made, out Point at);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_largest_component(MaskHandle mask, byte diagonal, out MaskHandle made, out Point at);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_connected_components(MaskHandle mask, byte diagonal, ref IntPtr made, ref Point at, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_detached_components(MaskHandle mask, int left, int top, uint width, uint height, byte diagonal, ref IntPtr made, ref Point at, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_contours(MaskHandle mask, double tolerance, byte covering, ref Point points, UIntPtr point_capacity, out UIntPtr point_count, ref NativeContour contours, UIntPtr contour_capacity, out UIntPtr contour_count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_from_contours(uint width, uint height, ref Point points, UIntPtr point_count, ref UIntPtr counts, UIntPtr contour_count, out MaskHandle mask);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_outline(MaskHandle mask, ref Point points, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_convex_hull(MaskHandle mask, ref Point points, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_new(out WorldHandle world);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_copy(WorldHandle world, out WorldHandle copy);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void hitmask_world_free(IntPtr world);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_limits(WorldHandle world, out Limits limits);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_set_limits(WorldHandle world, ref Limits limits);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_one_sided_layers(WorldHandle world, ref Pair pairs, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_bytes(WorldHandle world, out UIntPtr tables, out UIntPtr variants);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_add_mask(WorldHandle world, MaskHandle mask, out ulong id);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_replace_mask(WorldHandle world, ulong id, MaskHandle mask);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_remove_mask(WorldHandle world, ulong id);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_mask(WorldHandle world, ulong id, out MaskHandle mask);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_erase_from_mask(WorldHandle world, ulong id, MaskHandle other, int x, int y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_draw_on_mask(WorldHandle world, ulong id, MaskHandle other, int x, int y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_fill_rect(WorldHandle world, ulong id, int left, int top, uint width, uint height, byte solid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_fill_circle(WorldHandle world, ulong id, double x, double y, double radius, byte solid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_fill_polygon(WorldHandle world, ulong id, ref Real points, UIntPtr count, byte solid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_fill_line(WorldHandle world, ulong id, int from_x, int from_y, int to_x, int to_y, byte solid);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_mask_ids(WorldHandle world, ref ulong ids, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint hitmask_mask_id_slot(ulong id);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_mask_id_at(WorldHandle world, UIntPtr slot, out ulong id);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_set_angle_steps(WorldHandle world, ulong id, uint steps);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_sprite_init(out Sprite sprite, ulong mask, int x, int y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_sprite_place_at(ref Sprite sprite, double x, double y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_transform_compose(double x, double y, double degrees, double scale_x, double scale_y, double origin_x, double origin_y, double shear_x, double shear_y, ref double m);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_sprite_set_transform(ref Sprite sprite, uint width, uint height, ref double m);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_spawn(WorldHandle world, ref Sprite sprites, UIntPtr count, ref ulong ids);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_despawn(WorldHandle world, ulong id);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_despawn_many(WorldHandle world, ref ulong ids, UIntPtr count, out UIntPtr removed);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_clear(WorldHandle world);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_contains(WorldHandle world, ulong id, out byte contains);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_sprite_count(WorldHandle world, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_get(WorldHandle world, ulong id, out Sprite sprite);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_set(WorldHandle world, ref ulong ids, ref Sprite sprites, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_set_positions(WorldHandle world, ref ulong ids, ref Point positions, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_set_real_positions(WorldHandle world, ref ulong ids, ref Real positions, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_positions(WorldHandle world, ref ulong ids, ref Point positions, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_jump_to(WorldHandle world, ref ulong ids, ref Point positions, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_move_to(WorldHandle world, ulong id, int x, int y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_move_by(WorldHandle world, ulong id, int dx, int dy);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_set_data(WorldHandle world, ulong id, ulong data);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_set_last_place(WorldHandle world, ulong id, int x, int y);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint hitmask_id_slot(ulong id);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_slot_count(WorldHandle world, out UIntPtr slots);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_set_positions_by_slot(WorldHandle world, ref Point positions, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_set_real_positions_by_slot(WorldHandle world, ref Real positions, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_id_at(WorldHandle world, UIntPtr slot, out ulong id);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_positions_by_slot(WorldHandle world, ref Point positions, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_ids(WorldHandle world, ref ulong ids, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_refresh(WorldHandle world);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_step(WorldHandle world, out NativeStep step);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_collisions(WorldHandle world, ref Pair pairs, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_pairs_between(WorldHandle world, uint layers_a, uint layers_b, ref Pair pairs, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_began_between(WorldHandle world, uint layers_a, uint layers_b, ref Pair pairs, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_contacts_of(WorldHandle world, ulong id, ref Contact contacts, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_contact(WorldHandle world, ulong a, ulong b, out Contact contact);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_penetration(WorldHandle world, ulong a, ulong b, out byte found, out Point move);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_contacts(WorldHandle world, ref Pair pairs, UIntPtr count, ref Contact contacts);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_penetrations(WorldHandle world, ref Pair pairs, UIntPtr count, ref Point moves);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_impacts(WorldHandle world, ref Pair pairs, UIntPtr count, ref Impact impacts);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_first_impact(WorldHandle world, ulong id, out Impact impact);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_shared_pixels(WorldHandle world, ulong a, ulong b, out MaskHandle shared, out Point at);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_overlapping(WorldHandle world, ulong id, ref NativeQuery query, ref ulong ids, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_find_point(WorldHandle world, int x, int y, ref NativeQuery query, ref ulong ids, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_find_rect(WorldHandle world, int left, int top, uint width, uint height, ref NativeQuery query, ref ulong ids, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_find_circle(WorldHandle world, double x, double y, double radius, ref NativeQuery query, ref ulong ids, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_find_line(WorldHandle world, int from_x, int from_y, int to_x, int to_y, ref NativeQuery query, ref ulong ids, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_find_polygon(WorldHandle world, ref Real points, UIntPtr point_count, ref NativeQuery query, ref ulong ids, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_find_mask(WorldHandle world, MaskHandle mask, int x, int y, ref NativeQuery query, ref ulong ids, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_nearest(WorldHandle world, int x, int y, ref NativeQuery query, ref Neighbor near, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_nearest_others(WorldHandle world, ref NativeWho who, ref NativeQuery query, ref Neighbor near, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_bounds(WorldHandle world, ulong id, out Rect bounds);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_mask_point(WorldHandle world, ulong id, double x, double y, out Real at);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_shape(WorldHandle world, ref NativeWho who, out MaskHandle made, out Point at);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_draw_transform(WorldHandle world, ulong id, ref double m);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_cast_ray(WorldHandle world, int from_x, int from_y, int to_x, int to_y, ref NativeQuery query, out RayHit hit);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_cast_ray_all(WorldHandle world, int from_x, int from_y, int to_x, int to_y, ref NativeQuery query, ref RayHit hits, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_cast_rays(WorldHandle world, ref Point from, ref Point to, UIntPtr count, ref NativeQuery query, ref RayHit hits);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_sweep(WorldHandle world, ref NativeWho who, int x, int y, ref NativeQuery query, out Swept swept);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_is_free(WorldHandle world, ref NativeWho who, ref NativeQuery query, out byte free);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_nearest_free(WorldHandle world, ref NativeWho who, uint limit, ref Rect within, ref NativeQuery query, out byte found, out Point nearest);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_touching(WorldHandle world, ulong id, int dx, int dy, ref NativeQuery query, ref ulong ids, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_move_until(WorldHandle world, ulong id, int x, int y, ref Motion motion, out NativeMoved moved);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_push_out(WorldHandle world, ulong id, uint limit, ref Point along, ref Rect within, out byte found, out Point move);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_push_out_many(WorldHandle world, ref ulong ids, UIntPtr count, uint limit, ref Point along, ref Rect within, ref Point moves);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_carry(WorldHandle world, ulong id, int x, int y, ref ulong riders, UIntPtr rider_count, out NativeCarried carried);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_remainder_take(ref Real rest, double dx, double dy, out Point move);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_place(double x, double y, out Point pixel);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_pixel(double x, double y, out Point pixel);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_own_mask(WorldHandle world, ulong id, out ulong mask);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_erase_point(WorldHandle world, int x, int y, uint layers, out NativeIds ids);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_erase_rect(WorldHandle world, int left, int top, uint width, uint height, uint layers, out NativeIds ids);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_erase_circle(WorldHandle world, double x, double y, double radius, uint layers, out NativeIds ids);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_erase_line(WorldHandle world, int from_x, int from_y, int to_x, int to_y, uint layers, out NativeIds ids);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_erase_polygon(WorldHandle world, ref Real points, UIntPtr point_count, uint layers, out NativeIds ids);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_erase_mask(WorldHandle world, MaskHandle mask, int x, int y, uint layers, out NativeIds ids);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_split(WorldHandle world, ulong id, out NativeIds ids);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_to_bytes(WorldHandle world, ref byte bytes, UIntPtr capacity, out UIntPtr length);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_from_bytes(ref byte bytes, UIntPtr length, out WorldHandle world);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_to_bytes_without_masks(WorldHandle world, ref byte bytes, UIntPtr capacity, out UIntPtr length);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_world_from_bytes_with_masks(ref byte bytes, UIntPtr length, ref ulong ids, ref IntPtr masks, UIntPtr count, out WorldHandle world);
    }
}
