// The scripts of calls that the tests of all languages play: the answers are equal, number by number.
using System;
using System.Collections.Generic;
using System.IO;
using Hitmask;
using Fields = System.Collections.Generic.Dictionary<string, object>;
using Items = System.Collections.Generic.List<object>;

sealed class Calls
{
    private readonly Dictionary<string, Mask> masks = new Dictionary<string, Mask>();
    private readonly World world = new World();

    public static void Run(string folder)
    {
        foreach (string name in new[] { "script.json", "motion.json" })
        {
            var script = (Items)Json.Read(File.ReadAllText(Path.Combine(folder, name)));
            Test.Check(script.Count >= 50, "at least 50 calls in " + name);
            var player = new Calls();
            for (int i = 0; i < script.Count; i++)
            {
                var call = new Call((Fields)script[i]);
                string difference = Json.Difference(player.Play(call), call.Get("answer"));
                if (difference != null) throw new Exception(name + ": call " + i + ", " + call.Name + ": " + difference);
            }
        }
    }

    /// <summary>The arguments of a call.</summary>
    private sealed class Call
    {
        private readonly Fields fields;

        public Call(Fields fields)
        {
            this.fields = fields;
        }

        public string Name => (string)fields["call"];

        public object Get(string name)
        {
            object value;
            return fields.TryGetValue(name, out value) ? value : null;
        }

        public string Text(string name) => (string)fields[name];
        public double Number(string name) => (double)fields[name];
        public int Int(string name) => (int)Number(name);
        public int IntOrZero(string name) => Get(name) == null ? 0 : Int(name);
        public Items List(string name) => (Items)fields[name];
        public Fields Map(string name) => (Fields)fields[name];
        public double X(string name) => (double)List(name)[0];
        public double Y(string name) => (double)List(name)[1];
        public int Left(string name) => (int)X(name);
        public int Top(string name) => (int)Y(name);
        public uint Layers => Get("layers") == null ? World.AllLayers : (uint)Number("layers");
        public bool Sensors => Get("sensors") != null && (bool)Get("sensors");

        public Rect Rect(string name)
        {
            return new Rect(Left(name), Top(name), (int)(double)List(name)[2], (int)(double)List(name)[3]);
        }
    }

    // ---- answers

    private static Items List(params object[] items) => new Items(items);
    private static object Say(Point? point) => point.HasValue ? List((double)point.Value.X, (double)point.Value.Y) : null;
    private static object Say(Real? real) => real.HasValue ? List(real.Value.X, real.Value.Y) : null;
    private static object Say(SpriteId id) => id.IsNone ? null : (object)(double)id.Slot;

    private static object Say(Rect? rect)
    {
        if (!rect.HasValue) return null;
        return List((double)rect.Value.Left, (double)rect.Value.Top, (double)rect.Value.Width, (double)rect.Value.Height);
    }

    private static Items Say<T>(ReadOnlySpan<T> list, Func<T, object> say)
    {
        var made = new Items();
        foreach (T item in list) made.Add(say(item));
        return made;
    }

    private static Items Say(SpriteId[] ids) => Say<SpriteId>(ids, id => Say(id));
    private static Items Say(ReadOnlySpan<Pair> pairs) => Say(pairs, pair => List(Say(pair.A), Say(pair.B)));

    private static object Say(RayHit? found, bool withId)
    {
        if (!found.HasValue) return null;
        RayHit hit = found.Value;
        var made = new Fields { { "at", Say(hit.At) }, { "step", (double)hit.Step } };
        made["before"] = hit.StartedInside ? null : Say(hit.Before);
        made["normal"] = hit.StartedInside ? null : Say(hit.Normal);
        if (withId) made["id"] = Say(hit.Id);
        return made;
    }

    private static object Say(SweepHit? found, bool ofWorld)
    {
        if (!found.HasValue) return null;
        SweepHit hit = found.Value;
        var made = new Fields { { "step", (double)hit.Step }, { "normal", Say(hit.Normal) }, { ofWorld ? "first" : "at", Say(hit.First) } };
        made["before"] = hit.StartedInside ? null : Say(hit.Before);
        if (ofWorld) made["id"] = Say(hit.Id);
        return made;
    }

    private static object Say(Contact? found, Point? penetration)
    {
        if (!found.HasValue || found.Value.Area == 0) return null;
        Contact contact = found.Value;
        return new Fields
        {
            { "a", Say(contact.Pair.A) }, { "b", Say(contact.Pair.B) }, { "area", (double)contact.Area }, { "first", Say(contact.First) },
            { "bounds", Say(contact.Bounds) }, { "normal", Say(contact.Normal) }, { "penetration", Say(penetration) },
        };
    }

    private object Say(Contact[] contacts)
    {
        return Say<Contact>(contacts, contact => Say(contact, world.Penetrations(new[] { contact.Pair })[0]));
    }

    private static object Say(Swept swept, bool withStart)
    {
        var made = new Fields { { "at", Say(swept.At) }, { "hit", Say(swept.Hit, true) } };
        if (withStart) made["started_inside"] = Say(swept.StartedInside);
        return made;
    }

    // ---- arguments

    private SpriteId Id(object slot) => world.IdAt((int)(double)slot);
    private SpriteId Id(Call call, string name = "id") => Id(call.Get(name));
    private MaskId MaskId(Call call) => world.MaskIdAt(call.Int("mask"));
    private Mask A(Call call) => masks[call.Text("a")];
    private Mask B(Call call) => masks[call.Text("b")];

    /// <summary>Sets the values of a sprite that are given.</summary>
    private static Sprite Change(Sprite sprite, Fields changes)
    {
        var call = new Call(changes);
        foreach (var change in changes)
        {
            object value = change.Value;
            switch (change.Key)
            {
                case "position": sprite.Position = new Sprite(sprite.Mask, call.X("position"), call.Y("position")).Position; break;
                case "flip_x": sprite.FlipX = (bool)value; break;
                case "flip_y": sprite.FlipY = (bool)value; break;
                case "turn": sprite.Turn = (int)(double)value; break;
                case "angle": sprite.Angle = (double)value; break;
                case "scale":
                    sprite.Scale = value is double ? new Real((double)value, (double)value) : new Real(call.X("scale"), call.Y("scale"));
                    break;
                case "pivot": sprite.Pivot = value == null ? (Point?)null : new Point(call.Left("pivot"), call.Top("pivot")); break;
                case "layers": sprite.Layers = (uint)(double)value; break;
                case "collides_with": sprite.CollidesWith = (uint)(double)value; break;
                case "fixed": sprite.Fixed = (bool)value; break;
                case "sensor": sprite.Sensor = (bool)value; break;
                case "continuous": sprite.Continuous = (bool)value; break;
                case "exact": sprite.Exact = (bool)value; break;
                case "one_way": sprite.OneWay = value == null ? Side.None : (Side)(1 + (int)(double)value); break;
                case "data": sprite.Data = (ulong)(double)value; break;
                default: throw new Exception("a sprite has no " + change.Key);
            }
        }
        return sprite;
    }

    private object Play(Call call)
    {
        object answer;
        if (PlayMask(call, out answer) || PlayWorld(call, out answer)) return answer;
        world.Refresh();
        return PlayQuery(call);
    }

    private bool PlayMask(Call call, out object answer)
    {
        answer = null;
        switch (call.Name)
        {
            case "mask": masks[call.Text("as")] = Mask.FromText(call.Text("text")); break;
            case "overlaps": answer = A(call).Overlaps(B(call), call.Left("at"), call.Top("at")); break;
            case "overlap_first": answer = Say(A(call).OverlapFirst(B(call), call.Left("at"), call.Top("at"))); break;
            case "overlap_area": answer = (double)A(call).OverlapArea(B(call), call.Left("at"), call.Top("at")); break;
            case "overlap_bounds": answer = Say(A(call).OverlapBounds(B(call), call.Left("at"), call.Top("at"))); break;
            case "overlap_normal": answer = Say(A(call).OverlapNormal(B(call), call.Left("at"), call.Top("at"))); break;
            case "penetration": answer = Say(A(call).Penetration(B(call), call.Left("at"), call.Top("at"))); break;
            case "penetration_along":
                answer = Say(A(call).PenetrationAlong(B(call), call.Left("at"), call.Top("at"), call.Left("direction"), call.Top("direction")));
                break;
            case "nearest_free": answer = Say(A(call).NearestFree(B(call), call.Left("at"), call.Top("at"), call.Int("limit"))); break;
            case "nearest_free_within":
                answer = Say(A(call).NearestFree(B(call), call.Left("at"), call.Top("at"), call.Int("limit"), call.Rect("within")));
                break;
            case "remainder":
                var remainder = new Remainder();
                var moves = new Items();
                foreach (Items move in call.List("moves")) moves.Add(Say(remainder.Take((double)move[0], (double)move[1])));
                answer = new Fields { { "moves", moves }, { "rest", Say(remainder.Rest) } };
                break;
            case "sweep":
                SweepHit? hit = A(call).Sweep(B(call), call.Left("start"), call.Top("start"), call.Left("end"), call.Top("end"));
                answer = new Fields { { "hit", Say(hit, false) }, { "started_inside", hit.HasValue && hit.Value.StartedInside } };
                break;
            case "cast_ray":
                Mask mask = masks[call.Text("mask")];
                answer = Say(mask.CastRay(call.Left("start"), call.Top("start"), call.Left("end"), call.Top("end")), false);
                break;
            case "count": answer = (double)masks[call.Text("mask")].Count; break;
            case "bounds": answer = Say(masks[call.Text("mask")].Bounds); break;
            case "centroid": answer = Say(masks[call.Text("mask")].Centroid); break;
            default: return false;
        }
        return true;
    }

    private bool PlayWorld(Call call, out object answer)
    {
        answer = null;
        switch (call.Name)
        {
            case "add_mask": answer = (double)world.AddMask(masks[call.Text("mask")]).Slot; break;
            case "spawn":
                var sprite = new Sprite(MaskId(call), call.X("position"), call.Y("position"));
                answer = Say(world.Spawn(Change(sprite, call.Map("options"))));
                break;
            case "set": world.Set(Id(call), Change(world.Get(Id(call)), call.Map("changes"))); break;
            case "get": answer = Say(world.Get(Id(call))); break;
            case "move_to": world.MoveTo(Id(call), call.X("position"), call.Y("position")); break;
            case "jump_to": world.JumpTo(Id(call), call.X("position"), call.Y("position")); break;
            case "move_by": world.MoveBy(Id(call), call.Left("by"), call.Top("by")); break;
            case "despawn": world.Despawn(Id(call)); break;
            case "step":
                Step step = world.Step();
                answer = new Fields { { "pairs", Say(step.Pairs) }, { "began", Say(step.Began) }, { "ended", Say(step.Ended) } };
                break;
            case "began_between":
                world.Step();
                answer = Say(world.BeganBetween((uint)call.Number("layers_a"), (uint)call.Number("layers_b")));
                break;
            case "contacts": answer = Say(world.Contacts(world.Step().Pairs)); break;
            case "contacts_of":
                world.Step();
                answer = Say(world.ContactsOf(Id(call)));
                break;
            case "impact":
                world.Step();
                answer = Say(world.Impacts(new[] { new Pair(Id(call, "a"), Id(call, "b")) })[0]);
                break;
            case "data":
                SpriteId id = Id(call);
                answer = id.IsNone ? null : (object)(double)world.Get(id).Data;
                break;
            case "positions": answer = Say<Point>(world.PositionsBySlot(), place => Say(place)); break;
            case "draw_on_mask": FillMask(call, true); break;
            case "erase_from_mask": FillMask(call, false); break;
            case "mask_count": answer = (double)world.Mask(MaskId(call)).Count; break;
            case "bytes":
                byte[] bytes = world.ToBytes();
                uint hash = 0x811c9dc5;
                foreach (byte one in bytes) hash = (hash ^ one) * 0x01000193;
                answer = List((double)bytes.Length, (double)hash);
                break;
            case "move_until": answer = MoveUntil(call); break;
            case "push_out": answer = Say(world.PushOut(Id(call), call.Int("limit"))); break;
            case "push_out_along":
                answer = Say(world.PushOut(Id(call), call.Int("limit"), new Point(call.Left("direction"), call.Top("direction"))));
                break;
            case "carry":
                Carried carried;
                if (call.Get("riders") == null)
                {
                    carried = world.Carry(Id(call), call.X("to"), call.Y("to"));
                }
                else
                {
                    SpriteId[] riders = call.List("riders").ConvertAll(Id).ToArray();
                    carried = world.Carry(Id(call), call.X("to"), call.Y("to"), riders);
                }
                answer = new Fields { { "riders", Say(carried.Riders) }, { "pushed", Say(carried.Pushed) }, { "crushed", Say(carried.Crushed) } };
                break;
            default: return false;
        }
        return true;
    }

    private static object Say(Sprite sprite)
    {
        return new Fields
        {
            { "mask", (double)sprite.Mask.Slot }, { "position", Say(sprite.Position) }, { "flip_x", sprite.FlipX }, { "flip_y", sprite.FlipY },
            { "fixed", sprite.Fixed }, { "sensor", sprite.Sensor }, { "continuous", sprite.Continuous }, { "exact", sprite.Exact },
            { "turn", (double)sprite.Turn }, { "angle", sprite.Angle }, { "data", (double)sprite.Data }, { "layers", (double)sprite.Layers },
            { "collides_with", (double)sprite.CollidesWith }, { "scale", Say(sprite.Scale) }, { "pivot", Say(sprite.Pivot) },
            { "one_way", sprite.OneWay == Side.None ? null : (object)(double)((int)sprite.OneWay - 1) },
        };
    }

    private static object Say(Impact impact)
    {
        if (impact.Contact.Area == 0) return null;
        return new Fields
        {
            { "a", Say(impact.Contact.Pair.A) }, { "b", Say(impact.Contact.Pair.B) }, { "share", impact.Share },
            { "places", List(Say(impact.PlaceA), Say(impact.PlaceB)) },
            { "before", impact.BeforeA.HasValue ? List(Say(impact.BeforeA), Say(impact.BeforeB)) : null },
            { "contact", Say(impact.Contact, impact.Penetration) },
        };
    }

    private void FillMask(Call call, bool solid)
    {
        if (call.Get("circle") != null)
        {
            world.FillCircle(MaskId(call), call.X("circle"), call.Y("circle"), (double)call.List("circle")[2], solid);
        }
        else
        {
            world.FillRect(MaskId(call), call.Rect("rect"), solid);
        }
    }

    private object MoveUntil(Call call)
    {
        string word = call.Text("motion");
        Motion motion = word == "stop" ? Motion.Stop : word == "slide" ? Motion.Slide : Motion.Walk(call.Int("step_up"), call.Int("step_down"));
        Moved moved = world.MoveUntil(Id(call), call.X("to"), call.Y("to"), motion, call.Layers);
        var blocked = new Fields
        {
            { "left", moved.BlockedLeft }, { "right", moved.BlockedRight }, { "up", moved.BlockedUp }, { "down", moved.BlockedDown },
        };
        return new Fields
        {
            { "at", Say(moved.At) }, { "hits", Say<SweepHit>(moved.Hits, hit => Say(hit, true)) }, { "started_inside", Say(moved.StartedInside) },
            { "blocked", blocked },
        };
    }

    private object PlayQuery(Call call)
    {
        switch (call.Name)
        {
            case "contact":
                SpriteId a = Id(call, "a"), b = Id(call, "b");
                return Say(world.Contact(a, b), world.Penetration(a, b));
            case "overlapping": return Say(world.Overlapping(Id(call), call.Layers));
            case "find": return Say(Find(call));
            case "nearest":
                Near[] near = world.Nearest(call.X("point"), call.Y("point"), call.Int("count"), call.Layers);
                return Say<Near>(near, one => new Fields { { "id", Say(one.Id) }, { "distance", one.Distance } });
            case "cast_ray_world":
                return Say(world.CastRay(call.X("start"), call.Y("start"), call.X("end"), call.Y("end"), call.Layers, call.Sensors), true);
            case "cast_ray_all":
                RayHit[] hits = world.CastRayAll(call.X("start"), call.Y("start"), call.X("end"), call.Y("end"), call.Layers, call.Sensors);
                return Say<RayHit>(hits, hit => Say(hit, true));
            case "sweep_world": return Say(world.Sweep(Id(call), call.X("to"), call.Y("to"), call.Layers, call.Sensors), true);
            case "sweep_shape":
                return Say(world.Sweep(new PlacedMask(masks[call.Text("mask")], call.X("position"), call.Y("position")), call.X("to"), call.Y("to"),
                    call.Layers, call.Sensors), false);
            case "is_free": return world.IsFree(Id(call).At(call.X("position"), call.Y("position")), call.Layers, call.Sensors);
            case "is_free_as":
                return world.IsFree(Id(call).AsIf(Change(world.Get(Id(call)), call.Map("changes"))), call.Layers, call.Sensors);
            case "nearest_free_world":
                return Say(world.NearestFree(Id(call).At(call.X("position"), call.Y("position")), call.Int("limit"), null, call.Layers, call.Sensors));
            case "nearest_free_as":
                Sprite changed = Change(world.Get(Id(call)), call.Map("changes"));
                return Say(world.NearestFree(Id(call).AsIf(changed), call.Int("limit"), null, call.Layers, call.Sensors));
            case "touching": return Say(world.Touching(Id(call), call.Left("by"), call.Top("by"), call.Layers, call.Sensors));
            default: throw new Exception("there is no call " + call.Name);
        }
    }

    private SpriteId[] Find(Call call)
    {
        if (call.Get("point") != null) return world.FindPoint(call.X("point"), call.Y("point"), call.Layers);
        if (call.Get("rect") != null) return world.FindRect(call.Rect("rect"), call.Layers);
        if (call.Get("circle") != null) return world.FindCircle(call.X("circle"), call.Y("circle"), (double)call.List("circle")[2], call.Layers);
        if (call.Get("line") != null)
        {
            return world.FindLine(call.X("line"), call.Y("line"), (double)call.List("line")[2], (double)call.List("line")[3], call.Layers);
        }
        List<Real> corners = call.List("polygon").ConvertAll(corner => new Real((double)((Items)corner)[0], (double)((Items)corner)[1]));
        return world.FindPolygon(corners.ToArray(), call.Layers);
    }
}
