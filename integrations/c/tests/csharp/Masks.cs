using System;
using System.Runtime.InteropServices;
using Hitmask;
using static Test;

static class Masks
{
    public static void Run()
    {
        Make();
        Ask();
        Edit();
        Transform();
        Shapes();
        Out();
    }

    static void Make()
    {
        Equal(new Mask(5, 3).Count, 0L);
        Equal(Mask.Filled(70, 3).Count, 210L);
        Equal(new Mask(0, 7).Height, 7);
        Equal(new Mask(0, 7).Bounds, null);
        // Two pixels in rows of 12 bytes, of which the last ends with its last pixel.
        byte[] rgba = new byte[12 + 8];
        rgba[3] = 128;
        rgba[12 + 7] = 127;
        EqualPixels(Mask.FromRgba(rgba, 2, 2, 12), "#.\n..");
        EqualPixels(Mask.FromRgba(rgba, 2, 2, 12, 126), "#.\n.#");
        EqualPixels(Mask.FromRgba(rgba.AsSpan(0, 16), 2, 2), "#.\n..");
        EqualPixels(Mask.FromAlpha(new byte[] { 0, 200, 9, 128, 0 }, 2, 2, 3), ".#\n#.");
        EqualPixels(Mask.FromAlpha(new byte[] { 0, 1, 1, 0 }, 2, 2, 0, 0), ".#\n#.");
        byte[] keyed = { 255, 0, 255, 9, 255, 0, 254, 0 };
        EqualPixels(Mask.FromColorKey(keyed, 2, 1, new byte[] { 255, 0, 255 }), ".#");
        Surfaces();
        EqualPixels(Mask.FromBits(new byte[] { 0x25, 0x01 }, 3, 3), "#.#\n..#\n..#");
        EqualPixels(Mask.FromText("#.\n.#"), "#.\n.#");
        EqualPixels(Mask.FromBytes(Mask.FromText("##.\n..#").ToBytes()), "##.\n..#");
        Mask one = Mask.FromText("##"), copy = one.Copy();
        one.Set(0, 0, false);
        EqualPixels(one, ".#");
        EqualPixels(copy, "##");
    }

    static void Surfaces()
    {
        string[] orders = { "rgba", "bgra", "argb", "abgr", "rgb", "bgr" };
        foreach (PixelOrder order in Enum.GetValues(typeof(PixelOrder)))
        {
            // Clear red, opaque blue, opaque red, opaque blue, with 3 bytes between the rows.
            string names = orders[(int)order];
            int bytes = names.Length, pitch = 2 * bytes + 3;
            byte[] surface = new byte[pitch + 2 * bytes];
            for (int pixel = 0; pixel < 4; pixel++)
            {
                int at = pixel / 2 * pitch + pixel % 2 * bytes;
                surface[at + names.IndexOf(pixel % 2 == 0 ? 'r' : 'b')] = 255;
                if (bytes == 4) surface[at + names.IndexOf('a')] = (byte)(pixel == 0 ? 0 : 255);
            }
            string down = bytes == 4 ? ".#\n##" : "##\n##", up = bytes == 4 ? "##\n.#" : "##\n##";
            EqualPixels(Mask.FromPixels(surface, 2, 2, order, pitch), down);
            EqualPixels(Mask.FromPixels(surface, 2, 2, order, -pitch), up);
            EqualPixels(Mask.FromPixels(surface, 2, 2, order, pitch, Solid.AlphaAbove(255)), "..\n..");
            EqualPixels(Mask.FromPixels(surface, 2, 2, order, pitch, Solid.ColorKey(255, 0, 0)), ".#\n.#");
            EqualPixels(Mask.FromPixels(surface, 2, 2, order, pitch, Solid.LumaAbove(53)), "#.\n#.");
            // The memory of a bitmap: its address is that of the top row.
            GCHandle pinned = GCHandle.Alloc(surface, GCHandleType.Pinned);
            IntPtr first = pinned.AddrOfPinnedObject();
            EqualPixels(Mask.FromPixels(first, 2, 2, order, pitch), down);
            EqualPixels(Mask.FromPixels(first + pitch, 2, 2, order, -pitch), up);
            EqualPixels(Mask.FromPixels(first, 1, 1, order, 0, Solid.LumaAbove(53)), "#");
            Equal(Mask.FromPixels(IntPtr.Zero, 0, 5, order, 0).Height, 5);
            Fails(Status.Invalid, "stride must be at least " + 2 * bytes + " bytes", () => Mask.FromPixels(first, 2, 2, order, 1));
            Fails<ArgumentException>("stride must be at least", () => Mask.FromPixels(first, 2, 2, order, 0));
            Fails<ArgumentNullException>("pixels", () => Mask.FromPixels(IntPtr.Zero, 2, 2, order, pitch));
            pinned.Free();
        }
        Equal(default(Solid).ToString(), "alpha above 127");
        Equal(Solid.ColorKey(1, 2, 3).ToString(), "not the color 1, 2, 3");
        Fails(Status.Invalid, "stride must be at least 8 bytes, the length of a row of 2 pixels, got 7",
            () => Mask.FromPixels(new byte[64], 2, 2, PixelOrder.Argb, 7));
        Fails(Status.Invalid, "order must be", () => Mask.FromPixels(new byte[64], 2, 2, (PixelOrder)6));
        byte[] rows = { 0x80, 0x40, 0xff, 0x01, 0x80 };
        EqualPixels(Mask.FromBitRows(rows, 10, 2, 3), "#........#\n.......##.");
        EqualPixels(Mask.FromBitRows(rows, 10, 2, -3), ".......##.\n#........#");
        EqualPixels(Mask.FromBitRows(rows, 3, 2, 0, false), "...\n...");
        Fails(Status.Invalid, "stride must be at least 2 bytes", () => Mask.FromBitRows(new byte[64], 9, 2, 1));
    }

    static void Ask()
    {
        Mask ring = Mask.FromText("###\n#.#\n###"), dot = Mask.Filled(1, 1);
        Equal(ring.Width, 3);
        Check(ring.Contains(0, 0) && !ring.Contains(1, 1) && !ring.Contains(-1, 0) && !ring.Contains(int.MaxValue, int.MinValue), "pixels");
        Equal(ring.Bounds, new Rect(0, 0, 3, 3));
        Equal(ring.Centroid.Value.X, 1.0);
        Equal(new Mask(3, 3).Centroid.HasValue, false);
        Check(ring.Overlaps(dot, 2, 2) && !ring.Overlaps(dot, 1, 1) && !ring.Overlaps(dot, int.MinValue, 0), "overlaps");
        Equal(ring.OverlapFirst(ring, 1, 1), new Point(2, 1));
        Equal(ring.OverlapFirst(dot, 1, 1), null);
        Equal(ring.OverlapArea(ring, 1, 1), 2L);
        Equal(ring.OverlapBounds(ring, 1, 1), new Rect(1, 1, 2, 2));
        Equal(ring.OverlapBounds(dot, 1, 1), null);
        EqualPixels(ring.OverlapMask(ring, 1, 1), "...\n..#\n.#.");
        Check(ring.OverlapsRect(new Rect(1, 0, 1, 1)) && !ring.OverlapsRect(new Rect(1, 1, 1, 1)), "a rectangle");
        Check(ring.OverlapsCircle(0, 0, 1) && !ring.OverlapsCircle(1.5, 1.5, 0.5), "a circle");
        Equal(dot.OverlapNormal(ring, 0, 0).HasValue, true);
        Equal(dot.OverlapNormal(ring, -1, -1), null);
        Equal(dot.Penetration(ring, -1, 0), new Point(0, -1));
        Equal(dot.PenetrationAlong(ring, 0, 0, 1, 0), new Point(3, 0));
        Equal(dot.PenetrationAlong(ring, 0, 0, 0, 0), null);
        Equal(ring.NearestFree(dot, 1, 0, 5), new Point(1, -1));
        Equal(ring.NearestFree(dot, 0, 0, 0), null);
        Equal(ring.NearestFree(dot, 0, 0, 5, new Rect(0, 0, 3, 3)), new Point(1, 1));
        RayHit ray = ring.CastRay(-5, 1, 5, 1).Value;
        Equal(ray.At, new Point(0, 1));
        Equal(ray.Before, new Point(-1, 1));
        Check(ray.Hit && !ray.StartedInside && ray.Id.IsNone && ray.Normal.X == -1, "the values of a ray");
        Equal(ring.CastRay(-5, 9, 5, 9).HasValue, false);
        Check(ring.CastRay(0, 0, 5, 0).Value.StartedInside, "a ray from inside");
        SweepHit hit = ring.Sweep(dot, -5, 1, 5, 1).Value;
        Equal(hit.First, new Point(0, 1));
        Check(hit.Step == 5 && hit.Id.IsNone, "the values of a sweep");
        Equal(ring.Sweep(dot, -5, 9, 5, 9).HasValue, false);
        Component[] components = Mask.FromText("#.#\n.#.").ComponentBounds();
        Equal(components.Length, 3);
        Equal(components[1].Bounds, new Rect(2, 0, 1, 1));
        Equal(Mask.FromText("#.#\n.#.").ComponentBounds(true)[0].Count, 3UL);
        Contour[] contours = ring.Contours();
        Equal(contours.Length, 2);
        Check(contours[0].Corners.Length == 4 && !contours[0].IsHole && contours[1].IsHole, "an outline and a hole");
        // More contours and corners than the first call has room for.
        var comb = new Mask(61, 61);
        for (int y = 0; y < 61; y += 2)
        {
            for (int x = 0; x < 61; x += 2) comb.Set(x, y);
        }
        contours = comb.Contours();
        Equal(contours.Length, 31 * 31);
        EqualLists(contours[960].Corners, new Point(60, 60), new Point(61, 60), new Point(61, 61), new Point(60, 61));
        Equal(comb.ComponentBounds().Length, 31 * 31);
    }

    static void Edit()
    {
        var mask = new Mask(4, 3);
        mask.Set(1, 1);
        mask.FillRect(new Rect(3, -5, 9, 6));
        EqualPixels(mask, "...#\n.#..\n....");
        mask.Invert();
        EqualPixels(mask, "###.\n#.##\n####");
        mask.Fill(false);
        mask.FillCircle(2, 1.5, 1);
        Equal(mask.Count, 2L);
        mask.Fill();
        mask.FillLine(0, 0, 3, 0, false);
        EqualPixels(mask, "....\n####\n####");
        mask.Fill(false);
        mask.FillPolygon(new[] { new Real(0, 0), new Real(4, 0), new Real(0, 3) });
        Check(mask.Contains(0, 0) && !mask.Contains(3, 2), "a triangle");
        Mask pair = Mask.FromText("##");
        mask.Fill(false);
        mask.Draw(pair, 1, 1);
        EqualPixels(mask, "....\n.##.\n....");
        mask.Erase(pair, 2, 1);
        EqualPixels(mask, "....\n.#..\n....");
        mask.Toggle(pair, 1, 1);
        EqualPixels(mask, "....\n..#.\n....");
        mask.Fill();
        mask.Intersect(pair, 2, 2);
        EqualPixels(mask, "....\n....\n..##");
        mask.Draw(mask, 0, -1);
        EqualPixels(mask, "....\n..##\n..##");
    }

    static void Transform()
    {
        Mask corner = Mask.FromText("##\n#.\n#.");
        EqualPixels(corner.Oriented(true, 0), "##\n.#\n.#");
        EqualPixels(corner.Oriented(false, 1), "###\n..#");
        EqualPixels(corner.Scaled(4, 3), "####\n##..\n##..");
        Point at;
        EqualPixels(corner.Rotated(180, out at), ".#\n.#\n##");
        Equal(at, new Point(0, 0));
        EqualPixels(Mask.FromText("...\n.#.").Cropped(out at), "#");
        Equal(at, new Point(1, 1));
        EqualPixels(Mask.Filled(1, 1).Grown(1, out at), ".#.\n###\n.#.");
        Equal(at, new Point(-1, -1));
        Equal(Mask.Filled(3, 3).Shrunk(1, out at).Count, 1L);
        Mask parts = Mask.FromText("#.##\n#...");
        EqualPixels(parts.ComponentAt(3, 0, false, out at), "##");
        Equal(at, new Point(2, 0));
        Equal(parts.ComponentAt(1, 0, false, out at), null);
        Equal(parts.LargestComponent(false, out at).Count, 2L);
        Equal(new Mask(2, 2).LargestComponent(false, out at), null);
    }

    static void Shapes()
    {
        Mask ring = Mask.FromText("###\n#.#\n###"), parts = Mask.FromText("##..#\n.....\n#...#");
        EqualLists(Mask.FromText(".#\n##").Pixels(), new Point(1, 0), new Point(0, 1), new Point(1, 1));
        Run[] runs = ring.Runs();
        Check(runs.Length == 4 && runs[2].Y == 1 && runs[2].Left == 2 && runs[2].Right == 3, "runs");
        Equal(ring.Moments.Count, 8UL);
        Equal(ring.Moments.X, 8UL);
        Equal(ring.Moments.XX, 14.0);
        Equal(ring.Moments.XY, 8.0);
        Equal(Mask.FromText("..#\n.#.\n#..").Angle, 45.0);
        Equal(ring.Angle, null);
        EqualLists(ring.Outline().AsSpan(0, 3), new Point(0, 0), new Point(1, 0), new Point(2, 0));
        EqualLists(Mask.FromText("#.\n##").ConvexHull(), new Point(0, 0), new Point(1, 0), new Point(2, 1), new Point(2, 2), new Point(0, 2));
        Check(ring.OverlapsPolygon(new[] { new Real(0, 0), new Real(2, 0), new Real(0, 2) }), "a polygon");
        Check(!ring.OverlapsPolygon(new[] { new Real(1, 1), new Real(2, 1), new Real(1, 2) }), "a polygon in the hole");
        EqualPixels(Mask.FromContours(3, 3, ring.Contours()), "###\n#.#\n###");
        EqualPixels(Mask.FromContours(2, 1, new Contour[0]), "..");
        Fails<ArgumentException>("contours[0] has no corners", () => Mask.FromContours(2, 1, new Contour[1]));
        Fails<ArgumentNullException>("contours", () => Mask.FromContours(2, 1, null));
        PlacedMask[] placed = parts.ConnectedComponents();
        Equal(placed.Length, 4);
        EqualPixels(placed[0].Mask, "##");
        Equal(placed[3].At, new Point(4, 2));
        placed = parts.DetachedComponents(new Rect(0, 2, 5, 1));
        Equal(placed.Length, 2);
        Equal(placed[1].At, new Point(4, 0));
        Equal(parts.DetachedComponents(new Rect(0, 0, 5, 3)).Length, 0);
        // More components than the first call has room for.
        var comb = new Mask(200, 1);
        for (int x = 0; x < 200; x += 2) comb.Set(x, 0);
        Equal(comb.ConnectedComponents()[99].At, new Point(198, 0));
        Point at;
        EqualPixels(Mask.Filled(2, 1).CollidingOffsets(Mask.Filled(1, 2), out at), "##\n##");
        Equal(at, new Point(0, -1));
        EqualPixels(Mask.Filled(2, 1).Convolve(Mask.Filled(1, 2)), "##\n##");
        EqualPixels(Mask.FromText("#.").Transformed(new double[] { 2, 0, 5, 0, 1, 7 }, out at).Cropped(out at), "##");
        Fails<ArgumentException>("m must have 6 items, got 7", () => ring.Transformed(new double[7], out at));
    }

    static void Out()
    {
        Mask mask = Mask.FromText("#.\n.#");
        byte[] bytes = { 9, 9, 9, 9, 9 };
        mask.ToAlpha(bytes, 1, 0, 3);
        EqualLists(bytes, new byte[] { 1, 0, 9, 0, 1 });
        byte[] colors = new byte[16];
        mask.ToRgba(colors, new byte[] { 1, 2, 3, 4 }, new byte[] { 5, 6, 7, 8 });
        EqualLists(colors, new byte[] { 1, 2, 3, 4, 5, 6, 7, 8, 5, 6, 7, 8, 1, 2, 3, 4 });
        EqualLists(mask.ToBits(), new byte[] { 9 });
        Equal(new Mask(0, 5).ToBits().Length, 0);
        Check(Mask.Filled(900, 900).ToBytes().Length > 8, "more bytes than the first call has room for");
    }

    static void EqualPixels(Mask mask, string expected)
    {
        string got = "";
        for (int y = 0; y < mask.Height; y++)
        {
            if (y > 0) got += "\n";
            for (int x = 0; x < mask.Width; x++) got += mask.Contains(x, y) ? "#" : ".";
        }
        Equal(got, expected);
    }
}
