//! What a chart of a report shows: panels with axes and series. No drawing.

use plotters::style::RGBColor;

/// The colours of the series, which people with any colour vision can tell apart on white.
pub(super) const BLUE: RGBColor = RGBColor(0, 114, 178);
pub(super) const ORANGE: RGBColor = RGBColor(230, 159, 0);
pub(super) const GREEN: RGBColor = RGBColor(0, 158, 115);
pub(super) const RED: RGBColor = RGBColor(213, 94, 0);
pub(super) const PINK: RGBColor = RGBColor(204, 121, 167);
pub(super) const SKY: RGBColor = RGBColor(86, 180, 233);
pub(super) const GREY: RGBColor = RGBColor(128, 128, 128);

/// One pair of axes with its series.
pub(super) struct Panel {
    /// The heading, empty for none.
    pub(super) heading: String,
    pub(super) x: XAxis,
    pub(super) y: YAxis,
    pub(super) series: Vec<Series>,
    /// The first and the last day of the axis, so that panels below each other agree; those of the
    /// points if `None`.
    pub(super) days: Option<(f64, f64)>,
}

/// The values from left to right.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum XAxis {
    /// Days since 1970-01-01.
    Days,
    /// Hours, with a name.
    Hours(&'static str),
}

/// The values from bottom to top.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum YAxis {
    /// Whole numbers, with their unit.
    Counts(&'static str),
    /// Hours, with a name.
    Hours(&'static str),
    /// Names, the first on top. The value of a row is its index.
    Rows(Vec<String>),
}

/// The values of one quantity.
pub(super) struct Series {
    pub(super) name: String,
    pub(super) color: RGBColor,
    pub(super) shape: Shape,
    pub(super) points: Vec<(f64, f64)>,
}

/// How the values of a series are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Line,
    Dashes,
    /// The area below a line.
    Area,
    /// A light rectangle between two corners, behind the other series.
    Band,
    /// Bars that are as wide as this number of days.
    Bars(u8),
    Circles,
    Triangles,
    Crosses,
    /// A line from each point at an even index to the next one.
    Segments,
}

impl Series {
    pub(super) fn new(name: &str, color: RGBColor, shape: Shape, points: Vec<(f64, f64)>) -> Series {
        Series { name: name.to_owned(), color, shape, points }
    }
}

impl Panel {
    /// Returns all points of all series.
    pub(super) fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        self.series.iter().flat_map(|series| series.points.iter().copied())
    }

    /// Returns the first and the last value from left to right; `None` without points.
    pub(super) fn extent(&self) -> Option<(f64, f64)> {
        self.points().map(|(x, _)| (x, x)).reduce(|(first, last), (x, _)| (first.min(x), last.max(x)))
    }

    /// Returns whether there is something to draw: a value above 0, or a point in a row.
    pub(super) fn has_values(&self) -> bool {
        let has_rows = matches!(self.y, YAxis::Rows(_));
        self.points().any(|(_, y)| has_rows || y != 0.0)
    }
}
